import { closable } from '../loading/loadable.tsx';

export type { MenuEntry } from './menu-popover.tsx';

/** Open while it is mounted. It takes the position of any element, so that all rows of a long list can share one menu. */
export const { Component: Menu, load: loadMenu } = closable(
  async () => (await import('./menu-popover.tsx')).MenuPopover,
);
