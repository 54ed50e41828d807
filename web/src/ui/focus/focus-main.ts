import { PAGE_TITLE_ID } from '../pages/page-title.ts';

/**
 * The location state of a navigation from a popup. It moves the focus to the main area, because the element that had the focus
 * before is not on the new page.
 */
export const FOCUS_MAIN = { focusesMain: true } as const;

export function focusesMain(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'focusesMain') === true;
}

/** Focuses the main area, so that Tab continues with its first control. */
export function focusMain(): void {
  const main = document.querySelector('main');
  if (main === null) return;
  main.tabIndex = -1;
  // Names the area only until it loses the focus. Screen readers announce the title, but later it would only compete with the
  // labels of fields.
  main.setAttribute('aria-labelledby', PAGE_TITLE_ID);
  main.addEventListener(
    'blur',
    () => {
      main.removeAttribute('aria-labelledby');
    },
    { once: true },
  );
  main.focus({ preventScroll: true });
}
