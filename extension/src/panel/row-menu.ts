import { h } from '#extension/ui/h.ts';
import { movedBy } from '#extension/ui/roving.ts';

export interface MenuEntry {
  readonly label: string;
  /** The key that does the same in the list. */
  readonly key?: string;
  readonly run: () => void;
}

/** Distance from the edges of the panel. */
const MARGIN = 4;

interface MenuPlace {
  readonly anchor: HTMLElement;
  /** Where the person has clicked. Null for the keyboard and for a button. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

/** A menu above everything else. It closes by Escape, Tab, a click outside, or when an entry runs. */
export function openMenu(
  label: string,
  entries: readonly MenuEntry[],
  { anchor, at }: MenuPlace,
  /** Takes the focus back. The row may have a new element by then. */
  focusRow: () => void,
): void {
  const menu = h('div', { role: 'menu', class: 'menu', 'aria-label': label });
  menu.popover = 'auto';
  const row = anchor.closest('[data-id]');
  row?.classList.add('has-menu');
  const close = (): void => {
    menu.hidePopover();
    focusRow();
  };
  const items = entries.map((entry) =>
    h(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        class: 'menu-item',
        tabindex: -1,
        onclick: () => {
          close();
          entry.run();
        },
      },
      entry.label,
      entry.key === undefined ? null : h('kbd', { 'aria-hidden': 'true' }, entry.key),
    ),
  );
  menu.append(...items);
  menu.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return;
    menu.remove();
    row?.classList.remove('has-menu');
  });
  menu.addEventListener('keydown', (event) => {
    const index = items.findIndex((item) => item === document.activeElement);
    const next = movedBy(event.key, index, items.length);
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (next === null) return;
    else items[next]?.focus();
    event.preventDefault();
    // The list under the menu has the same keys.
    event.stopPropagation();
  });
  // Inside of a landmark.
  anchor.closest('main')?.append(menu);
  menu.showPopover();
  placeMenu(menu, { anchor, at });
  items[0]?.focus();
}

function placeMenu(menu: HTMLElement, { anchor, at }: MenuPlace): void {
  const box = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const x = at?.x ?? box.right - width;
  const below = at?.y ?? box.bottom;
  const y = below + height + MARGIN > innerHeight ? (at?.y ?? box.top) - height : below;
  menu.style.left = `${Math.max(MARGIN, Math.min(x, innerWidth - width - MARGIN))}px`;
  menu.style.top = `${Math.max(MARGIN, y)}px`;
}
