import { createContext } from 'react';

/** A place to highlight in a text, from `start` up to `end`. */
interface Mark {
  readonly start: number;
  readonly end: number;
}

export type Marks = (text: string) => readonly Mark[];

export const noMarks: Marks = () => [];

/** Finds the places in the texts of a row that match the search. */
export const MarksContext = createContext<Marks>(noMarks);
