import { DESCRIPTION_MAX_LENGTH, PAGE_TITLE_MAX_LENGTH } from './limits.ts';

/** Control characters except white space, such as NUL and BEL. */
const CONTROLS = /(?!\s)\p{Cc}/gu;
/**
 * Characters that embed, override or isolate a text direction. An unclosed one reverses the text after it, so that `gpj.exe`
 * is shown as `exe.jpg`. Not included: the marks of right-to-left text (U+200E, U+200F, U+061C) and the joiners of scripts
 * and emoji (U+200C, U+200D).
 */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/gu;
/** The first half of a character that a cut has split. */
const SPLIT = /[\ud800-\udbff]$/;

/** Cleans the title of a page. */
export function pageTitle(text: string): string {
  return lineOf(text).slice(0, PAGE_TITLE_MAX_LENGTH).toWellFormed().trim();
}

/** Cleans the description of a page. A long one is cut after a word. Cleaning it again changes nothing. */
export function pageDescription(text: string): string {
  const line = lineOf(text).toWellFormed();
  if (line.length <= DESCRIPTION_MAX_LENGTH) return line;
  // One character is for the ellipsis.
  const start = line.slice(0, DESCRIPTION_MAX_LENGTH);
  const end = start.lastIndexOf(' ');
  // Some languages have no blanks between words.
  const whole =
    end > DESCRIPTION_MAX_LENGTH / 2 ? start.slice(0, end) : start.slice(0, -1).replace(SPLIT, '');
  return `${whole}…`;
}

/** For a name within a text that can't isolate it, such as a message, or the address bar of a browser. */
export function withoutDirections(text: string): string {
  return text.replaceAll(DIRECTIONS, '');
}

/** One line, without characters that could disguise the text. Pages are untrusted. */
function lineOf(text: string): string {
  return withoutDirections(text.replaceAll(CONTROLS, '')).replaceAll(/\s+/g, ' ').trim();
}
