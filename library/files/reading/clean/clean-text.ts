import { FOLDER_NAME_MAX_LENGTH, LINK_NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from '#library/entities/limits.ts';

/** U+0085 is a line break on some mainframes, but no white space in JavaScript. */
const BLANKS = /[\s\u0085]+/g;
const CONTROLS = /(?![\s\u0085])\p{Cc}/gu;
/** LF CR is the line break of linkding's export. */
const LINE_BREAKS = /\r\n|\n\r|[\r\u0085\u2028\u2029]/g;

const CLEANED_MAX_LENGTH = 50_000;

export const UNNAMED_FOLDER = 'Unnamed folder';

/** Makes a title a single line. Empty if there is no title. */
export function cleanTitle(text: string): string {
  return cut(oneLine(text), LINK_NAME_MAX_LENGTH);
}

export function cleanFolderName(text: string): string {
  return cleanTag(text) || UNNAMED_FOLDER;
}

/** A tag can become a folder, so it is cut to the length of a folder's name. */
export function cleanTag(text: string): string {
  return cut(oneLine(text), FOLDER_NAME_MAX_LENGTH);
}

/** Cleans a note, but keeps its line breaks and length. */
export function cleanNote(text: string): string {
  return head(text).replaceAll(LINE_BREAKS, '\n').replaceAll(CONTROLS, '').trim().toWellFormed();
}

export function cutNote(note: string): string {
  return cut(note, NOTE_MAX_LENGTH);
}

function oneLine(text: string): string {
  return head(text).replaceAll(CONTROLS, '').replaceAll(BLANKS, ' ').trim().toWellFormed();
}

/** Cuts a text before the cleaning, because cleaning 60 MB for a title would take seconds. No cleaned text is longer. */
function head(text: string): string {
  return text.length > CLEANED_MAX_LENGTH ? text.trimStart().slice(0, CLEANED_MAX_LENGTH) : text;
}

/** Cuts without splitting a surrogate pair. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const short = text.slice(0, maxLength);
  return (short.isWellFormed() ? short : short.slice(0, -1)).trimEnd();
}
