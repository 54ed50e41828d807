import { useMemo, useState } from 'react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { type Completion, completions } from '#web/search/completions.ts';

import { useCaret } from './use-caret.ts';

export interface Suggestions {
  readonly options: readonly Completion[];
  /** The index of the option that Enter and Tab insert; -1 for none. */
  readonly active: number;
  readonly insert: (option: Completion) => void;
  /** Handles a key of the field. Returns false for a key that the suggestions do not use. */
  readonly press: (key: string) => boolean;
}

const NONE: readonly Completion[] = [];

/** Suggestions for a field such as `in:` that is being typed, and for its value. */
export function useSuggestions(field: HTMLInputElement, text: string): Suggestions {
  const tree = useFolderTree();
  const caret = useCaret(field);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [chosen, setChosen] = useState({ text, index: -1 });
  const options = useMemo(() => {
    if (caret === null || closedAt === text) return NONE;
    return completions(text, caret, tree);
  }, [caret, closedAt, text, tree]);
  const active = chosen.text === text && chosen.index < options.length ? chosen.index : -1;

  const insert = ({ insert: value, from, to }: Completion) => {
    field.setRangeText(value, from, to, 'end');
    // React does not see a change by code.
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
    field.focus();
  };
  const move = (step: number) => {
    const from = active === -1 && step === -1 ? 0 : active;
    setChosen({ text, index: (from + step + options.length) % options.length });
  };
  const press = (key: string): boolean => {
    const option = options[active];
    if (options.length === 0) return false;
    if (key === 'Escape') setClosedAt(text);
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if ((key === 'Enter' || key === 'Tab') && option !== undefined) insert(option);
    else return false;
    return true;
  };
  return { options, active, insert, press };
}
