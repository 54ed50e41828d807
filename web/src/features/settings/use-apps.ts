import type { Grant } from '@foldmark/contract/grants';
import { useEffect, useState } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import { useIsOnline } from '#web/hooks/library-hooks.ts';
import { useServices } from '#web/hooks/services.ts';

export interface Apps {
  /** Latest first. Null while loading, or if the list could not be loaded. */
  readonly apps: readonly Grant[] | null;
  /** When the list was loaded. */
  readonly at: Date;
  readonly hasFailed: boolean;
  /** Loads the list again. */
  readonly reload: () => void;
}

const NOTHING = { apps: null, at: new Date(0) };

/** The connected apps. Only the API can read them, so each view of Settings asks it once. */
export function useApps(): Apps {
  const { api, report } = useServices();
  const isOnline = useIsOnline();
  const [{ apps, at }, setApps] = useState<Pick<Apps, 'apps' | 'at'>>(NOTHING);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isOnline) return undefined;
    let isCurrent = true;
    const load = async () => {
      try {
        const listed = await (await api()).call('/grants/list/', {});
        if (isCurrent) setApps({ apps: listed, at: new Date() });
      } catch (error) {
        if (!(error instanceof ApiError)) report('The connected apps could not be loaded.', error);
        if (isCurrent) setFailed(true);
      }
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [api, report, attempt, isOnline]);
  return {
    apps,
    at,
    hasFailed,
    reload: () => {
      setFailed(false);
      setAttempt((before) => before + 1);
    },
  };
}
