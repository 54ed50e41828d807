import { closable } from '../loading/loadable.tsx';

/** Asks for confirmation before an action that has no undo or an unexpected size. */
export const { Component: ConfirmDialog, load: loadConfirmDialog } = closable(
  async () => (await import('./confirm-box.tsx')).ConfirmBox,
);
