import type { ExportFormat } from './export-format.ts';

/** The length in UTF-16 units. */
const NAME_MAX_LENGTH = 60;
/** Characters that file systems refuse, or that could disguise the end of the name. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\s\\/:*?"<>|-]+/gu;
/** Dots would hide a file or lead up a folder. A cut name can end with half an emoji. */
const ENDS = /^[-.]+|[-.\p{Cs}]+$/gu;

/** For example `foldmark-2026-11-23.html`, with the local date. `part` names the content, and is empty for the whole library. */
export function exportFileName(part: string, date: Date, format: ExportFormat): string {
  const name = part.replaceAll(UNSAFE, '-').slice(0, NAME_MAX_LENGTH).replaceAll(ENDS, '');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((number) => String(number).padStart(2, '0'))
    .join('-');
  return ['foldmark', ...(name === '' ? [] : [name]), `${day}.${format}`].join('-');
}
