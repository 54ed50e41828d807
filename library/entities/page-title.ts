import { PAGE_TITLE_MAX_LENGTH } from './limits.ts';

/** Control characters except white space, such as NUL and BEL. */
const CONTROLS = /(?!\s)\p{Cc}/gu;
/**
 * Characters that embed, override or isolate a text direction. An unclosed one reverses the text after it, so that `gpj.exe`
 * is shown as `exe.jpg`. Not included: the marks of right-to-left text (U+200E, U+200F, U+061C) and the joiners of scripts
 * and emoji (U+200C, U+200D).
 */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Cleans the title of a page: one line, without characters that could disguise the text. Pages are untrusted. */
export function pageTitle(text: string): string {
  const line = text.replaceAll(CONTROLS, '').replaceAll(DIRECTIONS, '').replaceAll(/\s+/g, ' ').trim();
  return line.slice(0, PAGE_TITLE_MAX_LENGTH).toWellFormed().trim();
}
