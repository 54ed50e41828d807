import { useEffect, useLayoutEffect, useRef } from 'react';

import { type ClientState, useClientState } from '#web/state/client-state.ts';
import { isComposing } from '#web/ui/is-composing.ts';

const GRID = 'main [role="grid"]';

/** The keys of the field that `pressFirst` does not handle: down to the results, Enter opens the first one, Escape clears the field. */
export function useFieldKeys(field: HTMLInputElement, pressFirst: (key: string) => boolean): void {
  const state = useClientState();
  const pressRef = useRef(pressFirst);
  useLayoutEffect(() => {
    pressRef.current = pressFirst;
  }, [pressFirst]);
  useEffect(() => {
    const keys = new FieldKeys(field, state, (key) => pressRef.current(key));
    return keys.listen();
  }, [field, state]);
}

class FieldKeys {
  readonly #field: HTMLInputElement;
  readonly #state: ClientState;
  readonly #pressFirst: (key: string) => boolean;
  /** Enter was pressed before the results of the text were shown. */
  #opensWhenShown = false;

  constructor(field: HTMLInputElement, state: ClientState, pressFirst: (key: string) => boolean) {
    this.#field = field;
    this.#state = state;
    this.#pressFirst = pressFirst;
  }

  listen(): () => void {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || isComposing(event) || defaultPrevented) return;
      if (this.#pressFirst(event.key) || this.#pressed(event.key)) event.preventDefault();
    };
    const onInput = (): void => {
      this.#opensWhenShown = false;
      // The results of another text show from the first one.
      const grid = document.querySelector(GRID);
      if (grid !== null) grid.scrollTop = 0;
    };
    this.#field.addEventListener('keydown', onKeyDown);
    this.#field.addEventListener('input', onInput);
    const stop = this.#state.found.subscribe(() => {
      if (this.#opensWhenShown) this.#open();
    });
    return () => {
      this.#field.removeEventListener('keydown', onKeyDown);
      this.#field.removeEventListener('input', onInput);
      stop();
    };
  }

  #pressed(key: string): boolean {
    const { search } = this.#state;
    switch (key) {
      case 'Escape':
        if (search.get() === '') this.#field.blur();
        else search.set('');
        return true;
      case 'ArrowDown':
        return focusFirstRow();
      case 'Enter':
        if (search.get().trim() === '') return false;
        this.#open();
        return true;
      default:
        return false;
    }
  }

  /** Opens the first result, as a click on its name does. Waits until the results of the text are shown. */
  #open(): void {
    const { search, found } = this.#state;
    this.#opensWhenShown = found.get()?.text !== search.get().trim();
    if (!this.#opensWhenShown) firstRow()?.querySelector<HTMLElement>('[data-open]')?.click();
  }
}

function firstRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${GRID} [data-row="0"]`);
}

function focusFirstRow(): boolean {
  const grid = document.querySelector(GRID);
  if (grid === null) return false;
  grid.scrollTop = 0;
  if (firstRow() === null) {
    // The list was scrolled, and renders its first rows in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => firstRow()?.focus()));
  } else {
    firstRow()?.focus();
  }
  return true;
}
