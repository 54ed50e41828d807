import { useEffect, useState } from 'react';

import { useServices } from '#web/hooks/services.ts';

/** Whether this account has a password. Null until the identity provider has answered. */
export function useHasPassword(): boolean | null {
  const { gateway } = useServices();
  const [hasPassword, setHasPassword] = useState<boolean | null>(null);
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const answer = await (await gateway()).hasPassword();
      if (isMounted) setHasPassword(answer);
    };
    void load();
    return () => {
      isMounted = false;
    };
  }, [gateway]);
  return hasPassword;
}
