import { useMemo, useState, useCallback, useSyncExternalStore } from 'react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { type Completion, completions } from '@foldmark/library/search/completions';

export interface Suggestions {
  readonly options: readonly Completion[];
  /** The index of the option that Enter and Tab insert; -1 for none. */
  readonly active: number;
  readonly insert: (option: Completion) => void;
  /** Handles a key of the field. Returns false for a key that the suggestions do not use. */
  readonly press: (key: string) => boolean;
}

/** The user's choice among the suggestions for a text. */
interface Choice {
  readonly text: string;
  /** The index of the active option, or `closed` after the user has closed the list. */
  readonly index: number | 'closed';
}

const NONE: readonly Completion[] = [];

/** Suggestions for a field such as `in:` that is being typed, and for its value. */
export function useSuggestions(field: HTMLInputElement, text: string): Suggestions {
  const tree = useFolderTree();
  const caret = useCaret(field);
  const [choice, setChoice] = useState<Choice | null>(null);
  // A new text starts without a choice.
  if (choice !== null && choice.text !== text) setChoice(null);
  const isClosed = choice?.index === 'closed';
  const options = useMemo(() => {
    if (caret === null || isClosed) return NONE;
    return completions(text, caret, tree);
  }, [caret, isClosed, text, tree]);
  const active = typeof choice?.index === 'number' && choice.index < options.length ? choice.index : -1;

  const insert = ({ insert: value, from, to }: Completion) => {
    field.focus();
    field.setSelectionRange(from, to);
    // Inserts the value like typed text, so that Ctrl+Z in the field takes it back.
    document.execCommand('insertText', false, value);
    // After the name of a field, the suggestions show its values.
    if (!value.endsWith(':')) setChoice({ text: field.value, index: 'closed' });
  };
  const move = (step: number) => {
    const from = active === -1 && step === -1 ? 0 : active;
    setChoice({ text, index: (from + step + options.length) % options.length });
  };
  const press = (key: string): boolean => {
    const option = options[active];
    if (options.length === 0) return false;
    if (key === 'Escape') setChoice({ text, index: 'closed' });
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if ((key === 'Enter' || key === 'Tab') && option !== undefined) insert(option);
    else return false;
    return true;
  };
  return { options, active, insert, press };
}

/** The position of the caret in a field; null while the field has no focus or a part of its text is selected. */
function useCaret(field: HTMLInputElement): number | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = new AbortController();
      const { signal } = ends;
      for (const event of ['input', 'focus', 'blur']) field.addEventListener(event, listener, { signal });
      document.addEventListener('selectionchange', listener, { signal });
      return () => {
        ends.abort();
      };
    },
    [field],
  );
  return useSyncExternalStore(subscribe, () => {
    if (document.activeElement !== field) return null;
    return field.selectionStart === field.selectionEnd ? field.selectionStart : null;
  });
}
