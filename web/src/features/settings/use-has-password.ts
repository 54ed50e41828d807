import { useEffect, useState } from 'react';

import { useServices } from '#web/hooks/services.ts';

/** Whether this account can log in with a password; null until that is known. */
export function useHasPassword(): boolean | null {
  const { gateway } = useServices();
  const [hasPassword, setHasPassword] = useState<boolean | null>(null);
  useEffect(() => {
    let isShown = true;
    void gateway.hasPassword().then((answer) => {
      if (isShown) setHasPassword(answer);
    });
    return () => {
      isShown = false;
    };
  }, [gateway]);
  return hasPassword;
}
