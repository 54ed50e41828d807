import { useEffect, useState } from 'react';

import { useServices } from '#web/hooks/services.ts';

/** Whether this account has a password; null until the identity provider has answered. */
export function useHasPassword(): boolean | null {
  const { gateway } = useServices();
  const [hasPassword, setHasPassword] = useState<boolean | null>(null);
  useEffect(() => {
    let isMounted = true;
    void gateway.hasPassword().then((answer) => {
      if (isMounted) setHasPassword(answer);
    });
    return () => {
      isMounted = false;
    };
  }, [gateway]);
  return hasPassword;
}
