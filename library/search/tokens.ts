/** The fields of a search, by every name that users can type. */
const FIELDS = {
  title: 'title',
  name: 'title',
  url: 'url',
  link: 'url',
  note: 'note',
  site: 'site',
  in: 'in',
  folder: 'in',
  tag: 'tag',
  is: 'is',
  has: 'has',
  created: 'created',
  before: 'before',
  after: 'after',
} as const;
export type FieldName = (typeof FIELDS)[keyof typeof FIELDS];

/** A part of the search text, from `start` up to `end`. */
interface Part {
  readonly start: number;
  readonly end: number;
}

export type Token = Part &
  (
    | { readonly kind: 'open' | 'close' | 'or' | 'and' | 'not' }
    | { readonly kind: 'word' | 'phrase'; readonly text: string }
    | {
        readonly kind: 'field';
        readonly name: FieldName;
        readonly value: string;
        /** The text to search if the field does not accept the value. */
        readonly text: string;
        readonly valueStart: number;
      }
  );

const OPERATORS: Readonly<Record<string, 'or' | 'and' | 'not'>> = { OR: 'or', AND: 'and', NOT: 'not' };
const BLANK = /\s/u;
/** Includes curly quotes, which phones and word processors write. */
const QUOTES = /["“”„‟]/;
const FIELD = /([a-z]+):/iy;

/** Splits the text of a search. Never fails: a character without a meaning in its place is text. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    if (isBlank(text, at)) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at, depth > 0);
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(text: string, start: number, isInBrackets: boolean): Token {
  const character = text[start];
  if (character === '(') return { kind: 'open', start, end: start + 1 };
  if (character === ')' && isInBrackets) return { kind: 'close', start, end: start + 1 };
  if (character === '-' && negates(text, start, isInBrackets)) return { kind: 'not', start, end: start + 1 };
  if (isQuote(character)) return { kind: 'phrase', start, ...phraseAt(text, start) };
  const field = fieldAt(text, start, isInBrackets);
  if (field !== null) return field;
  const word = wordAt(text, start, isInBrackets);
  const operator = OPERATORS[word.text];
  return operator === undefined ? { kind: 'word', start, ...word } : { kind: operator, start, end: word.end };
}

/** Whether a `-` excludes the word, phrase, field or brackets that follow it. In `- x` and `--x` it is text. */
function negates(text: string, start: number, isInBrackets: boolean): boolean {
  const next = text[start + 1];
  return next !== undefined && next !== '-' && !BLANK.test(next) && !(next === ')' && isInBrackets);
}

function fieldAt(text: string, start: number, isInBrackets: boolean): Token | null {
  FIELD.lastIndex = start;
  const typed = text[start] === '#' ? '' : FIELD.exec(text)?.[1];
  const name = typed === '' ? 'tag' : fieldNamed(typed);
  if (name === null) return null;
  const valueStart = start + (typed ?? '').length + 1;
  const { end, text: value } = isQuote(text[valueStart])
    ? phraseAt(text, valueStart)
    : wordAt(text, valueStart, isInBrackets);
  if (value.trim() === '') return null;
  return { kind: 'field', name, start, end, value, valueStart, text: text.slice(start, valueStart) + value };
}

export function fieldNamed(typed: string | undefined): FieldName | null {
  const name = typed?.toLowerCase() ?? '';
  return isFieldName(name) ? FIELDS[name] : null;
}

/** Whether the word is a field name without its colon, or the beginning of one. */
export function startsFieldName(word: string): boolean {
  const typed = word.toLowerCase();
  return typed.length > 1 && Object.keys(FIELDS).some((name) => name.startsWith(typed));
}

function isFieldName(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}

interface Piece {
  readonly end: number;
  readonly text: string;
}

function isQuote(character: string | undefined): boolean {
  return character !== undefined && QUOTES.test(character);
}

/** Reads a phrase. Inside of quotes, a doubled quote means a quote. Quotes that are never closed reach to the end of the text. */
function phraseAt(text: string, start: number): Piece {
  if (text[start] !== '"') return curlyPhraseAt(text, start);
  let end = start + 1;
  for (;;) {
    const quote = text.indexOf('"', end);
    if (quote === -1) return { end: text.length, text: unquote(text.slice(start + 1)) };
    if (text[quote + 1] !== '"') return { end: quote + 1, text: unquote(text.slice(start + 1, quote)) };
    end = quote + 2;
  }
}

function curlyPhraseAt(text: string, start: number): Piece {
  const length = text.slice(start + 1).search(QUOTES);
  const close = length === -1 ? text.length : start + 1 + length;
  return { end: Math.min(close + 1, text.length), text: text.slice(start + 1, close) };
}

function unquote(quoted: string): string {
  return quoted.replaceAll('""', '"');
}

function wordAt(text: string, start: number, isInBrackets: boolean): Piece {
  const end = wordEnd(text, start, isInBrackets);
  return { end, text: text.slice(start, end) };
}

/** The end of a word. Brackets inside of a word belong to it, as in `std::max(a,b)` and in urls. */
function wordEnd(text: string, start: number, isInBrackets: boolean): number {
  let open = 0;
  for (let at = start; at < text.length; at += 1) {
    if (isBlank(text, at)) return at;
    const character = text[at];
    if (character === '(') open += 1;
    else if (character === ')' && open > 0) open -= 1;
    else if (character === ')' && isInBrackets) return at;
    else if (character === '"' && at > start && opensPhrase(text, at)) return at;
  }
  return text.length;
}

/** Whether a quote after other letters opens a phrase, as in `a"b c"`. In `5" disk` it is text. */
function opensPhrase(text: string, at: number): boolean {
  const next = text[at + 1];
  if (next === undefined || next === '"' || BLANK.test(next)) return false;
  const close = text.indexOf('"', at + 1);
  const after = text[close + 1];
  return close !== -1 && (after === undefined || after === ')' || BLANK.test(after));
}

function isBlank(text: string, at: number): boolean {
  return BLANK.test(text[at] ?? '');
}
