import { useEffect, useState } from 'react';

import { useServices } from '#web/hooks/services.ts';
import { type ImportStore, openImportStore, type StoredImport } from '#web/sync/imports/import-store.ts';
import { hasImports, onImportsChanged } from '#web/sync/imports/imports-channel.ts';

interface Options {
  /** Keeps sent imports in the list after they were removed from the store. */
  readonly keepsSent?: boolean;
}

/** The imports that this browser has stored, oldest first. Null while loading. */
export function useStoredImports(
  uid: string,
  { keepsSent = false }: Options = {},
): readonly StoredImport[] | null {
  const { report } = useServices();
  const [list, setList] = useState<readonly StoredImport[] | null>(null);
  useEffect(() => {
    let isOver = false;
    let wanted = 0;
    const load = async (): Promise<void> => {
      const mine = (wanted += 1);
      const imports = (await hasImports(uid)) ? await withStore(uid, async (store) => store.list()) : [];
      if (isOver || mine !== wanted) return;
      const stored = new Map(imports.map((one) => [one.import_id, one]));
      setList((before) => {
        const sent = (before ?? []).filter(
          ({ import_id, phase }) => keepsSent && phase === 'sent' && !stored.has(import_id),
        );
        return [...sent, ...imports.filter(({ phase }) => phase !== 'storing')];
      });
    };
    const loadOrReport = (): void => {
      load().catch((error: unknown) => {
        report('The stored imports could not be read.', error);
      });
    };
    const stop = onImportsChanged(loadOrReport);
    loadOrReport();
    return () => {
      isOver = true;
      stop();
    };
  }, [uid, keepsSent, report]);
  return list;
}

export async function withStore<T>(uid: string, run: (store: ImportStore) => Promise<T>): Promise<T> {
  const store = await openImportStore(uid);
  try {
    return await run(store);
  } finally {
    store.close();
  }
}
