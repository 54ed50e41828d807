import { useSampleImport } from '#web/hooks/sample-import.ts';
import { overlay } from '#web/ui/loading/loadable.tsx';

const { Component: SampleNotice } = overlay(
  async () => (await import('#web/features/import/sample-notice.tsx')).SampleNotice,
  'silent',
);

/** Loads the notice about the sample library if this browser has imported it. */
export function SampleGate() {
  const id = useSampleImport();
  return id === null ? null : <SampleNotice key={id} id={id} />;
}
