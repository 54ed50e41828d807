import type { LinkRecord } from '@foldmark/library/entities/records';
import { createContext } from 'react';

/** A range to highlight in a text, from `start` up to `end`. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

export interface Marks {
  /** `field` is `any` if the name is still the url. */
  readonly marks: (text: string, field: 'any' | 'title' | 'url') => readonly Mark[];
  /** The part of the url or note of a link that matches. Null if neither matches. */
  readonly excerpt: (link: LinkRecord) => { readonly text: string; readonly marks: readonly Mark[] } | null;
}

export const NO_MARKS: Marks = { marks: () => [], excerpt: () => null };

/** Finds the ranges to highlight in the texts of a row. */
export const MarksContext = createContext<Marks>(NO_MARKS);
