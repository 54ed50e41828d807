import { createContext, type RefObject, use, useEffect, useEffectEvent } from 'react';

import type { CommandContext, Focused, FocusTarget } from './command.ts';

export const CommandContextValue = createContext<CommandContext | null>(null);

export function useCommandContext(): CommandContext {
  const context = use(CommandContextValue);
  if (context === null) throw new Error('There is no CommandContextValue above this component.');
  return context;
}

/**
 * Sets what the keys act on while the focus is in the element of `ref`. With a null `ref`, the keys work anywhere on the page.
 */
export function useFocusTarget(
  ref: RefObject<Element | null> | null,
  focusedAt: (element: Element) => Focused | null,
): void {
  const { focusTargets } = useCommandContext();
  const latest = useEffectEvent(focusedAt);
  useEffect(() => {
    const target: FocusTarget = {
      element: () => (ref === null ? document.documentElement : ref.current),
      focused: (element) => latest(element),
    };
    focusTargets.add(target);
    return () => {
      focusTargets.delete(target);
    };
  }, [focusTargets, ref]);
}
