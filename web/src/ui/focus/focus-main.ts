import { PAGE_TITLE_ID } from '../pages/page-title.ts';

/** The state of a navigation by a popup. The popup gives the focus back to where it was, which is not on the new page. */
export const FOCUS_MAIN = { focusesMain: true } as const;

export function focusesMain(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'focusesMain') === true;
}

/** Focuses the main area, so that Tab continues with its first control. */
export function focusMain(): void {
  const main = document.querySelector('main');
  if (main === null) return;
  main.tabIndex = -1;
  // A screen reader says the title. Later the name would only compete with the labels of fields.
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
