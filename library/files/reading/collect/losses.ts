import { numberText } from '#library/text/number-text.ts';
import type { FileLink } from '#library/files/library-file.ts';

import type { UnusedFields } from './unused-fields.ts';

/** Tells the user which content of the links Foldmark can't store. */
export function lossesOf(links: readonly FileLink[], unknownDates: number, unused: UnusedFields): string[] {
  const count = (has: (link: FileLink) => boolean): number => links.filter(has).length;
  const states = [
    [count(({ unread }) => unread === true), 'to read later'],
    [count(({ archived }) => archived === true), 'as archived'],
    [count(({ cover }) => cover !== undefined), 'with an image'],
  ] as const;
  const marked = states.flatMap(([many, as]) => (many === 0 ? [] : [`${numberText(many)} ${as}`]));
  const fields = unused.sentence();
  return [
    ...(unknownDates === 0 ? [] : [datesText(unknownDates)]),
    ...(marked.length === 0
      ? []
      : [`The file marks links: ${marked.join(', ')}. They arrive without these marks.`]),
    ...(fields === null ? [] : [fields]),
  ];
}

function datesText(count: number): string {
  return count === 1
    ? '1 date is unreadable, before 1990 or in the future. The time of the import replaces it.'
    : `${numberText(count)} dates are unreadable, before 1990 or in the future. The time of the import replaces them.`;
}
