import { useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { useStore } from '#web/state/use-store.ts';
import { overlay } from '#web/ui/loading/loadable.tsx';

const { Component: ImportNotice } = overlay(
  async () => (await import('#web/features/import/import-notice.tsx')).ImportNotice,
  'silent',
);

/** Loads what shows imports if this browser has one that is not done, or as soon as a tab stores one. */
export function ImportsGate() {
  return useStore(useOpenLibrary().hasImports) ? <ImportNotice /> : null;
}
