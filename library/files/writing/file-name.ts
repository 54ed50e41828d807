import type { ExportFormat } from './export-format.ts';

/** In UTF-16 units. */
const NAME_MAX_LENGTH = 60;
/** Refused by a file system, or able to disguise the end of the name. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\s\\/:*?"<>|-]+/gu;
/** Dots hide a file or move up a folder. Half an emoji remains at the end if the name is cut. */
const ENDS = /^[-.]+|[-.\p{Cs}]+$/gu;

/** `foldmark-2026-11-23.html`, with the local date. `part` names what the file contains, unless it is the whole library. */
export function exportFileName(part: string, date: Date, format: ExportFormat): string {
  const name = part.replaceAll(UNSAFE, '-').slice(0, NAME_MAX_LENGTH).replaceAll(ENDS, '');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((number) => String(number).padStart(2, '0'))
    .join('-');
  return ['foldmark', ...(name === '' ? [] : [name]), `${day}.${format}`].join('-');
}
