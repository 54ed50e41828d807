import { closable } from '#web/ui/loading/loadable.tsx';

/** The menus of rows outside of the main list. */
export const { Component: LazyItemMenu, load: loadItemMenu } = closable(
  async () => (await import('./item-menu.tsx')).ItemMenu,
);
