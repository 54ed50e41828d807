import type { ComponentProps } from 'react';

import { overlay } from '../loading/loadable.tsx';
import { CloseNotLoaded } from '../loading/not-loaded.tsx';

export type { MenuEntry } from './menu-popover.tsx';

const menu = overlay(async () => (await import('./menu-popover.tsx')).MenuPopover);

export const loadMenu = menu.load;

/** Open while it is mounted. It takes the position of any element, so that all rows of a long list can share one menu. */
export function Menu(props: ComponentProps<typeof menu.Component>) {
  return (
    <CloseNotLoaded value={props.onClose}>
      <menu.Component {...props} />
    </CloseNotLoaded>
  );
}
