import type { LinkRecord } from '@foldmark/library/entities/records';
import { createContext } from 'react';

import type { Key } from '@foldmark/library/memory/keys';

/** A range to highlight in a text, from `start` up to `end`. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

export interface Marks {
  /** `field` is `any` if the name is still the url. */
  readonly marks: (text: string, field: 'any' | 'title' | 'url' | 'folder') => readonly Mark[];
  /** Why the search has found a link, if the shown texts do not say so. */
  readonly excerpt: (key: Key, link: LinkRecord, shown: ShownTexts) => Excerpt | null;
}

interface ShownTexts {
  readonly name: string;
  readonly nameField: 'any' | 'title';
  readonly domain: string;
}

interface Excerpt {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Whether the text is the name of a folder of the link. */
  readonly isFolder: boolean;
}

export const NO_MARKS: Marks = { marks: () => [], excerpt: () => null };

/** Finds the ranges to highlight in the texts of a row. */
export const MarksContext = createContext<Marks>(NO_MARKS);
