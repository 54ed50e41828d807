import { overlay } from './overlay.tsx';

export type { MenuEntry } from './menu-popover.tsx';

/** Open while it is mounted. It takes the position of any element, so that all rows of a long list can share one menu. */
export const { Component: Menu, load: loadMenu } = overlay(
  async () => (await import('./menu-popover.tsx')).MenuPopover,
);
