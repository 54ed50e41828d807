import { PAGE_TITLE_MAX_LENGTH } from './limits.ts';

/** Control characters but white space: NUL, BEL and their like, which no text needs. */
const CONTROLS = /(?!\s)\p{Cc}/gu;
/**
 * What embeds, overrides or isolates a direction: one that is left open turns around the text behind it, so that
 * `gpj.exe` reads `exe.jpg`. The marks of right-to-left text (U+200E, U+200F, U+061C) and the joiners of scripts and emoji
 * (U+200C, U+200D) stay.
 */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** The title that a page gives itself, in one line. Pages are strangers: what they say must not disguise itself. */
export function pageTitle(text: string): string {
  const line = text.replaceAll(CONTROLS, '').replaceAll(DIRECTIONS, '').replaceAll(/\s+/g, ' ').trim();
  return line.slice(0, PAGE_TITLE_MAX_LENGTH).toWellFormed().trim();
}
