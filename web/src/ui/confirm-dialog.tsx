import { overlay } from './overlay.tsx';

/** Asks for confirmation before an action without Undo, or one of unexpected size. */
export const { Component: ConfirmDialog, load: loadConfirmDialog } = overlay(
  async () => (await import('./confirm-box.tsx')).ConfirmBox,
);
