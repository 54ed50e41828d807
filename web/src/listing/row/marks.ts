import type { LinkRecord } from '@foldmark/library/entities/records';
import { createContext } from 'react';

/** A place to highlight in a text, from `start` up to `end`. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

export interface Marks {
  /** `field` is `any` for a name that is still the url. */
  readonly marks: (text: string, field: 'any' | 'title' | 'url') => readonly Mark[];
  /** Where in its url or note a link was found; null if in neither. */
  readonly excerpt: (link: LinkRecord) => { readonly text: string; readonly marks: readonly Mark[] } | null;
}

export const NO_MARKS: Marks = { marks: () => [], excerpt: () => null };

/** Finds the places in the texts of a row that match the search. */
export const MarksContext = createContext<Marks>(NO_MARKS);
