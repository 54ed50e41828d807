import { useEffect, useState } from 'react';

import { hasImports, onImportsChanged } from '#web/sync/imports/imports-channel.ts';
import { overlay } from '#web/ui/loading/loadable.tsx';

const { Component: ImportNotice } = overlay(
  async () => (await import('#web/features/import/import-notice.tsx')).ImportNotice,
  'silent',
);

/** By then the library has loaded, so that looking for imports delays nothing. */
const LOOK_AFTER_MS = 1500;

/** Loads what sends and shows imports if this browser has one that is not done, or as soon as a tab stores one. */
export function ImportsGate({ uid }: { readonly uid: string }) {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const need = (): void => {
      setNeeded(true);
    };
    const timer = setTimeout(() => {
      hasImports(uid).then(
        (has) => {
          if (has) need();
        },
        // Without storage there are no imports.
        () => undefined,
      );
    }, LOOK_AFTER_MS);
    const stop = onImportsChanged(need);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [uid]);
  return isNeeded ? <ImportNotice /> : null;
}
