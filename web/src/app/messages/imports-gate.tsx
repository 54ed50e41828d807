import { useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { useStore } from '#web/state/use-store.ts';
import { overlay } from '#web/ui/loading/loadable.tsx';

const { Component: ImportNotice } = overlay(
  async () => (await import('#web/features/import/import-notice.tsx')).ImportNotice,
  'silent',
);

/** Loads the import notice if this browser has an unfinished import, or as soon as a tab stores one. */
export function ImportsGate() {
  return useStore(useOpenLibrary().hasImports) ? <ImportNotice /> : null;
}
