import { useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { overlay } from '#web/ui/loading/loadable.tsx';

import type { RailDrawerProps } from './rail-drawer.tsx';

const drawer = overlay(async () => (await import('./rail-drawer.tsx')).RailDrawer);

export const loadRailDrawer = drawer.load;

/** The left rail of a narrow window. */
export function RailDrawer({ isOpen, onOpenChange }: RailDrawerProps) {
  // Opens during a drag, because its folders are the drop targets.
  const isDragging = useStore(useClientState().dragged) !== null;
  const isShown = isOpen || isDragging;
  // Stays mounted when it closes, for its transition.
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return wasShown ? <drawer.Component isOpen={isShown} onOpenChange={onOpenChange} /> : null;
}
