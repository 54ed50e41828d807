import type { CommandContext, Focused, ItemTarget } from './command.ts';

/** What the components around an element act on, the innermost first. */
export function targetsAround(
  at: Element,
  focusTargets: CommandContext['focusTargets'],
  withPage: boolean,
): readonly Focused[] {
  const around = [...focusTargets].flatMap(({ element, focused }) => {
    const container = element();
    const isPage = container === document.documentElement;
    return container?.contains(at) === true && (withPage || !isPage) ? [{ container, focused }] : [];
  });
  around.sort((a, b) => (a.container.contains(b.container) ? 1 : -1));
  return around.flatMap(({ focused }) => focused(at) ?? []);
}

/** The link, the folder or the selection that the keys act on now. */
export function focusedItem({ focusTargets }: CommandContext): ItemTarget | null {
  const at = document.activeElement ?? document.documentElement;
  return targetsAround(at, focusTargets, true).flatMap(({ targets }) => targets.item ?? [])[0] ?? null;
}
