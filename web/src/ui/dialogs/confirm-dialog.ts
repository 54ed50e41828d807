import { closable } from '../loading/loadable.tsx';

/** Asks for confirmation before an action without Undo, or one of unexpected size. */
export const { Component: ConfirmDialog, load: loadConfirmDialog } = closable(
  async () => (await import('./confirm-box.tsx')).ConfirmBox,
);
