import { createContext } from 'react';

/** A place to highlight in a text, from `start` up to `end`. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** `field` is `any` for a name that is still the url. */
export type Marks = (text: string, field: 'any' | 'title' | 'url') => readonly Mark[];

export const noMarks: Marks = () => [];

/** Finds the places in the texts of a row that match the search. */
export const MarksContext = createContext<Marks>(noMarks);
