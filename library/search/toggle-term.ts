import { FAVORITE_NAMES } from './field-condition.ts';
import { foldTrimmed } from './folder-names.ts';
import { type Token, tokenize } from './tokens.ts';

/** Whether the text has a field such as `is:favorite`, and does not exclude it. */
export function hasTerm(text: string, term: string): boolean {
  return tokenOf(text, term) !== undefined;
}

/** The text with the field if it has none, and without it otherwise. */
export function toggledTerm(text: string, term: string): string {
  const token = tokenOf(text, term);
  if (token !== undefined)
    return `${text.slice(0, token.start).trimEnd()} ${text.slice(token.end).trimStart()}`.trim();
  const trimmed = text.trim();
  const isAlternative = tokenize(trimmed).some(({ kind }) => kind === 'or');
  // Without brackets, the field would belong to the last part of the OR. An open quote would swallow it.
  const forms = [isAlternative ? `(${trimmed}) ${term}` : `${trimmed} ${term}`, `${trimmed}" ${term}`];
  return (forms.find((form) => hasTerm(form, term)) ?? `${trimmed} ${term}`).trim();
}

function tokenOf(text: string, term: string): Token | undefined {
  const wanted = valueOf(tokenize(term)[0]);
  const tokens = tokenize(text);
  return tokens.find(
    (token, index) => valueOf(token) === wanted && wanted !== null && tokens[index - 1]?.kind !== 'not',
  );
}

function valueOf(token: Token | undefined): string | null {
  if (token?.kind !== 'field') return null;
  const value = foldTrimmed(token.value);
  const isFavorite = token.name === 'is' && FAVORITE_NAMES.some((name) => name === value);
  return `${token.name}:${isFavorite ? FAVORITE_NAMES[0] : value.replaceAll('-', ' ')}`;
}
