import type { PipelineFunction } from '#firestore/pipeline/expression.ts';
import { evaluationError, onValues } from '#firestore/pipeline/expression.ts';
import { arrayOf, integerOf, stringOf, textOf } from '#firestore/pipeline/operands.ts';
import type { Value } from '#firestore/model/value.ts';
import { isArray, vectorOf } from '#firestore/model/value-order.ts';

type Text = string | Uint8Array;

/*
 * Functions that accept strings and bytes treat bytes as a string of characters below 256, so each has only one form.
 */

/** Unicode code points: positions and lengths count them. */
function charactersOf(text: string): readonly string[] {
  return Array.from(text);
}

function latin(text: Text): string {
  return typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
}

function like(original: Text, text: string): Text {
  return typeof original === 'string' ? text : new Uint8Array(Buffer.from(text, 'latin1'));
}

function checkSameType(texts: readonly Text[]): void {
  if (texts.some((text) => typeof text !== typeof texts[0])) {
    throw evaluationError('A string function has both strings and bytes as arguments.');
  }
}

/** A function whose arguments are all strings, or all bytes. */
function onTexts(
  least: number,
  most: number,
  apply: (...texts: readonly string[]) => Value,
): PipelineFunction {
  return onValues(least, most, (...values) => {
    const texts = values.map(textOf);
    checkSameType(texts);
    return apply(...texts.map(latin));
  });
}

/** Like onTexts, for a result of the same type. */
function textToText(
  least: number,
  most: number,
  apply: (text: string, ...more: readonly string[]) => string,
): PipelineFunction {
  return onValues(least, most, (...values) => {
    const texts = values.map(textOf);
    checkSameType(texts);
    const [first = '', ...more] = texts;
    return like(first, apply(latin(first), ...more.map(latin)));
  });
}

function trimmer(atStart: boolean, atEnd: boolean): PipelineFunction {
  return onValues(1, 2, (value, set) => {
    const text = textOf(value);
    const given = set === undefined ? null : textOf(set);
    if (given !== null) checkSameType([text, given]);
    const characters = given === null ? null : new Set(latin(given));
    // The bytes of a letter in UTF-8 can look like a no-break space.
    const space = typeof text === 'string' ? /\s/u : /[ \t-\r]/u;
    const isTrimmed = (character: string | undefined): boolean =>
      character !== undefined && (characters?.has(character) ?? space.test(character));
    const all = charactersOf(latin(text));
    let [start, end] = [0, all.length];
    if (atStart) while (start < end && isTrimmed(all[start])) start += 1;
    if (atEnd) while (end > start && isTrimmed(all[end - 1])) end -= 1;
    return like(text, all.slice(start, end).join(''));
  });
}

function substring(value: Value | undefined, position: Value | undefined, length: Value | undefined): Text {
  const text = textOf(value);
  const characters = charactersOf(latin(text));
  const given = integerOf(position);
  const start = given < 0 ? Math.max(0, characters.length + given) : given;
  const count = length === undefined ? Infinity : integerOf(length);
  if (count < 0) throw evaluationError('The length of a substring is negative.');
  return like(text, characters.slice(start, start + count).join(''));
}

/** JavaScript splits by an empty separator into halves of characters beyond 16 bits, and an empty string into nothing. */
function partsOf(text: string, separator: string): readonly string[] {
  if (text === '') return [text];
  return separator === '' ? charactersOf(text) : text.split(separator);
}

function split(value: Value | undefined, delimiter: Value | undefined): Value {
  const text = textOf(value);
  if (delimiter === undefined && typeof text !== 'string') throw evaluationError('Bytes need a delimiter.');
  const separator = delimiter === undefined ? ',' : textOf(delimiter);
  checkSameType([text, separator]);
  const parts = partsOf(latin(text), latin(separator));
  return parts.map((part) => like(text, part));
}

function join(list: Value | undefined, delimiter: Value | undefined, nullText: Value | undefined): Text {
  const separator = textOf(delimiter);
  const replacement = nullText === undefined ? [] : [textOf(nullText)];
  const parts = arrayOf(list).flatMap((item) => (item === null ? replacement : [textOf(item)]));
  checkSameType([separator, ...replacement, ...parts]);
  return like(separator, parts.map(latin).join(latin(separator)));
}

/** Changes the case of a string. Of bytes, it changes the letters of ASCII. */
function caseChanger(apply: (text: string) => string, letters: RegExp): PipelineFunction {
  return onValues(1, 1, (value) => {
    const text = textOf(value);
    return typeof text === 'string' ? apply(text) : like(text, latin(text).replaceAll(letters, apply));
  });
}

function concat(...values: readonly Value[]): Value {
  if (values.every(isArray)) return values.flatMap((value) => arrayOf(value));
  const texts = values.map(textOf);
  checkSameType(texts);
  return like(texts[0] ?? '', texts.map(latin).join(''));
}

function reversed(value: Value | undefined): Value {
  if (value !== undefined && isArray(value)) return value.toReversed();
  const text = textOf(value);
  return like(text, charactersOf(latin(text)).toReversed().join(''));
}

function lengthOf(value: Value | undefined): bigint {
  if (typeof value === 'string') return BigInt(charactersOf(value).length);
  if (value instanceof Uint8Array) return BigInt(value.length);
  if (value instanceof Map) return BigInt(vectorOf(value)?.length ?? value.size);
  return BigInt(arrayOf(value).length);
}

function byteLength(value: Value | undefined): bigint {
  const text = textOf(value);
  return BigInt(typeof text === 'string' ? Buffer.byteLength(text) : text.length);
}

function repeat(value: Value | undefined, times: Value | undefined): Text {
  const text = textOf(value);
  const count = integerOf(times);
  if (count < 0 || count * text.length > MAX_LENGTH) throw evaluationError('A repeated string is too long.');
  return like(text, latin(text).repeat(count));
}

/** The position in characters, or -1. */
function indexOf(text = '', part = ''): bigint {
  const index = text.indexOf(part);
  return index === -1 ? -1n : BigInt(charactersOf(text.slice(0, index)).length);
}

const MAX_LENGTH = 1024 * 1024;

export const TEXTS: Readonly<Record<string, PipelineFunction>> = {
  length: onValues(1, 1, lengthOf),
  char_length: onValues(1, 1, (value) => BigInt(charactersOf(stringOf(value)).length)),
  byte_length: onValues(1, 1, byteLength),
  concat: onValues(1, Infinity, concat),
  string_concat: textToText(1, Infinity, (...texts) => texts.join('')),
  starts_with: onTexts(2, 2, (text = '', prefix = '') => text.startsWith(prefix)),
  ends_with: onTexts(2, 2, (text = '', suffix = '') => text.endsWith(suffix)),
  string_contains: onTexts(2, 2, (text = '', part = '') => text.includes(part)),
  string_index_of: onTexts(2, 2, indexOf),
  to_lower: caseChanger((text) => text.toLowerCase(), /[A-Z]/gu),
  to_upper: caseChanger((text) => text.toUpperCase(), /[a-z]/gu),
  trim: trimmer(true, true),
  ltrim: trimmer(true, false),
  rtrim: trimmer(false, true),
  substring: onValues(2, 3, substring),
  reverse: onValues(1, 1, reversed),
  string_reverse: onValues(1, 1, reversed),
  string_repeat: onValues(2, 2, repeat),
  string_replace_all: textToText(3, 3, (text, part = '', other = '') =>
    part === '' ? text : text.replaceAll(part, () => other),
  ),
  string_replace_one: textToText(3, 3, (text, part = '', other = '') =>
    part === '' ? text : text.replace(part, () => other),
  ),
  split: onValues(1, 2, split),
  join: onValues(2, 3, join),
};
