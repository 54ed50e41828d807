import { h } from './h.ts';

/** Tells screen readers what has changed. Each page has one, which must be in the document before its first text. */
export interface Announcer {
  readonly element: HTMLElement;
  readonly say: (text: string) => void;
}

export function announcer(): Announcer {
  const element = h('p', { class: 'visually-hidden', role: 'status' });
  return {
    element,
    say: (text) => {
      // A text that stays the same is not read again, so a repeated one ends with a blank.
      element.textContent = text === element.textContent && text !== '' ? `${text}\u00a0` : text;
    },
  };
}
