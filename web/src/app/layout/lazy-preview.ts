import { overlay } from '#web/ui/loading/loadable.tsx';

/** The right rail, while it shows the details of a link. */
export const { Component: PreviewRail, load: loadPreview } = overlay(
  async () => (await import('#web/features/links/details/preview-rail.tsx')).PreviewRail,
);
