import { h } from '#extension/ui/h.ts';
import { icon } from '#extension/ui/icon.ts';

import { type Where, whereOf } from './open-link.ts';

interface SearchField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly text: () => string;
  readonly clear: () => void;
}

interface SearchFieldCalls {
  readonly onInput: () => void;
  /** The person goes to the list. */
  readonly onDown: () => void;
  /** The person opens the best match. */
  readonly onEnter: (where: Where) => void;
}

/** The field of the search language. Escape clears it, and the arrow down goes to the results. */
export function searchField({ onInput, onDown, onEnter }: SearchFieldCalls): SearchField {
  const input = h('input', {
    type: 'search',
    class: 'input',
    'aria-label': 'Search my links',
    placeholder: 'Search my links',
    autocomplete: 'off',
    spellcheck: 'false',
    autofocus: true,
    maxlength: 1000,
    oninput: onInput,
    onkeydown: (event) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') onDown();
      else if (event.key === 'Enter') onEnter(whereOf(event));
      else if (event.key !== 'Escape' || input.value === '') return;
      else clear();
      event.preventDefault();
    },
  });
  const clear = (): void => {
    input.value = '';
    input.focus();
    onInput();
  };
  return {
    element: h('div', { class: 'search', role: 'search' }, icon('search'), input),
    input,
    text: () => input.value,
    clear,
  };
}
