import { completions } from './completions.ts';
import { isDateBegun } from './dates.ts';
import { type FieldContext, fieldCondition } from './field-condition.ts';
import { foldTrimmed } from './folder-names.ts';
import { fieldNamed, startsFieldName, type Token, tokenize } from './tokens.ts';

/** A field without a value, perhaps followed by a quote. */
const WITHOUT_VALUE = /^([a-z]+):"?$/i;

/**
 * The text before an operator or a field that the user is still typing at its end, such as `in:rec`. Null if the text ends with
 * none. Searching for `in:rec` as text would find nothing until the name of the folder is complete.
 */
export function beforeUnfinished(text: string, context: FieldContext): string | null {
  const tokens = tokenize(text);
  const last = tokens.at(-1);
  if (last === undefined || last.end !== text.length || !isUnfinished(last, text, context)) return null;
  const before = tokens.at(-2);
  const start = before?.kind === 'not' && before.end === last.start ? before.start : last.start;
  return text.slice(0, start).trim();
}

/**
 * The text before a word at its end that can become the name of a field, such as `cre`. Null if the text ends with none. The word
 * is searched, but a search that finds nothing may be about to become another one.
 */
export function beforeFieldName(text: string): string | null {
  const last = tokenize(text).at(-1);
  if (last?.kind !== 'word' || last.start === 0 || last.end !== text.length) return null;
  return startsFieldName(last.text) ? text.slice(0, last.start).replace(/-$/, '').trim() : null;
}

function isUnfinished(token: Token, text: string, context: FieldContext): boolean {
  if (token.kind === 'word') {
    const name = WITHOUT_VALUE.exec(token.text)?.[1];
    return token.text === '-' || token.text === '#' || fieldNamed(name) !== null;
  }
  if (token.kind !== 'field' || fieldCondition(token.name, token.value, context) !== null) return false;
  switch (token.name) {
    case 'in':
    case 'tag':
    case 'is':
    case 'has':
      return completions(text, text.length, context.folders.tree).length > 0;
    case 'created':
    case 'before':
    case 'after':
      return isDateBegun(foldTrimmed(token.value));
    default:
      return false;
  }
}
