import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

import { type ClientState, useClientState } from '#web/state/client-state.ts';
import { isComposing } from '#web/ui/focus/is-composing.ts';

const GRID = 'main [role="grid"]';

interface FieldKeysOptions {
  /** Handles a key before the field does. Returns whether the key was handled. */
  readonly pressFirst: (key: string) => boolean;
  /** The last key that was pressed in the field before this code had loaded. */
  readonly earlyKey: RefObject<string | null>;
}

/**
 * Handles the keys that `pressFirst` does not: ArrowDown moves to the results, Enter opens the first result, Escape clears the
 * field.
 */
export function useFieldKeys(field: HTMLInputElement, { pressFirst, earlyKey }: FieldKeysOptions): void {
  const state = useClientState();
  const pressRef = useRef(pressFirst);
  useLayoutEffect(() => {
    pressRef.current = pressFirst;
  }, [pressFirst]);
  useEffect(() => {
    const keys = new FieldKeys(field, state, (key) => pressRef.current(key));
    const stop = keys.listen();
    keys.pressEarly(earlyKey.current);
    return stop;
  }, [field, state, earlyKey]);
}

type ResultsKey = 'Enter' | 'ArrowDown';

class FieldKeys {
  readonly #field: HTMLInputElement;
  readonly #state: ClientState;
  readonly #pressFirst: (key: string) => boolean;
  /** A key that was pressed before the results of the text were shown. */
  #waiting: ResultsKey | null = null;

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
      this.#waiting = null;
    };
    this.#field.addEventListener('keydown', onKeyDown);
    this.#field.addEventListener('input', onInput);
    const stop = this.#state.found.subscribe(() => {
      // Waits a frame, because the list may still show its old rows, and take the focus from them.
      if (this.#waiting !== null) requestAnimationFrame(() => this.#resume());
    });
    return () => {
      this.#field.removeEventListener('keydown', onKeyDown);
      this.#field.removeEventListener('input', onInput);
      stop();
    };
  }

  /** Handles a key that was pressed before this code had loaded. */
  pressEarly(key: string | null): void {
    if (key === 'Enter' || key === 'ArrowDown') this.#goToResults(key);
  }

  /** Runs the waiting key, unless the user has moved the focus meanwhile. */
  #resume(): void {
    if (this.#waiting !== null && document.activeElement === this.#field) this.#goToResults(this.#waiting);
  }

  #pressed(key: string): boolean {
    const { search } = this.#state;
    switch (key) {
      case 'Escape':
        if (search.get() === '') this.#field.blur();
        else search.set('');
        return true;
      case 'ArrowDown':
      case 'Enter':
        return this.#goToResults(key);
      default:
        return false;
    }
  }

  /** Focuses the first result, or opens it as a click on its name does. Waits until the results of the text are shown. */
  #goToResults(key: ResultsKey): boolean {
    const { search, found } = this.#state;
    const text = search.get().trim();
    if (text === '') return key === 'ArrowDown' && withFirstRow(focus);
    this.#waiting = found.get()?.text === text ? null : key;
    if (this.#waiting !== null) return true;
    if (key === 'ArrowDown') return withFirstRow(focus);
    withFirstRow(open);
    return true;
  }
}

function focus(row: HTMLElement): void {
  row.focus();
}

function open(row: HTMLElement): void {
  row.querySelector<HTMLElement>('[data-open]')?.click();
}

function firstRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${GRID} [data-row="0"]`);
}

/** Acts on the first row. Returns false if there is no list. */
function withFirstRow(act: (row: HTMLElement) => void): boolean {
  const grid = document.querySelector(GRID);
  if (grid === null) return false;
  grid.scrollTop = 0;
  const shown = firstRow();
  if (shown !== null) {
    act(shown);
    return true;
  }
  // A scrolled list renders its first rows only in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = firstRow();
      if (row !== null) act(row);
    }),
  );
  return true;
}
