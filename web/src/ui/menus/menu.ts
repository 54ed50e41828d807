import { closable } from '../loading/loadable.tsx';

export type { MenuEntry } from './menu-popover.tsx';

/** The menu is open while it is mounted. It can be positioned at any element, so that all rows of a long list share one menu. */
export const { Component: Menu, load: loadMenu } = closable(
  async () => (await import('./menu-popover.tsx')).MenuPopover,
);
