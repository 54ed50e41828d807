import { useCallback, useEffect } from 'react';

import { PERSONAL_KEYS, readPersonal, writePersonal } from '#web/account/stored-user.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';

import { useOpenLibrary } from './library-hooks.ts';

/** The import of the sample library, which this browser remembers until it is removed. Null without one. */
export function useSampleImport(): string | null {
  const { uid } = useOpenLibrary();
  const { sampleImport } = useClientState();
  useEffect(() => {
    const id: unknown = Reflect.get(
      readPersonal(() => localStorage, uid, PERSONAL_KEYS.sample),
      'id',
    );
    sampleImport.set(typeof id === 'string' ? id : null);
    return () => {
      sampleImport.set(null);
    };
  }, [sampleImport, uid]);
  return useStore(sampleImport);
}

/** Returns a function that remembers or, with null, forgets that import. */
export function useSetSampleImport(): (id: string | null) => void {
  const { uid } = useOpenLibrary();
  const { sampleImport } = useClientState();
  return useCallback(
    (id) => {
      sampleImport.set(id);
      writePersonal(() => localStorage, uid, PERSONAL_KEYS.sample, JSON.stringify({ uid, id }));
    },
    [sampleImport, uid],
  );
}
