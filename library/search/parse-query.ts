import type { FieldName, Token } from './tokens.ts';

/** A search as a tree, with `text` and `field` as leaves. */
export type Query =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly name: FieldName; readonly value: string; readonly text: string };

export interface ParsedQuery {
  readonly query: Query;
  readonly isTooDeep: boolean;
  readonly isTooLong: boolean;
  /** Whether the text has only operators, which are then searched as text. */
  readonly isOnlyOperators: boolean;
}

/** The deepest nesting, because each level uses stack when links are matched. */
const MAX_DEPTH = 50;
/** The most terms. An OR of thousands of words would take minutes for 100,000 links. */
export const MAX_TERMS = 100;

const EVERYTHING: Query = { kind: 'all', parts: [] };

/** Parses without recursion, so that 10,000 brackets do not exhaust the stack. */
export function parseQuery(tokens: readonly Token[]): ParsedQuery {
  const parser = new Parser();
  for (const token of tokens) parser.take(token);
  const query = parser.end();
  const { isTooDeep, isTooLong } = parser;
  if (query !== null) return { query, isTooDeep, isTooLong, isOnlyOperators: false };
  const words = new Set(tokens.flatMap((token) => (isOperatorWord(token) ? [token.kind] : [])));
  const parts = Array.from(words, (text): Query => ({ kind: 'text', text }));
  return {
    query: combined('all', parts) ?? EVERYTHING,
    isTooDeep,
    isTooLong,
    isOnlyOperators: parts.length > 0,
  };
}

/** The contents of a pair of brackets. */
interface Group {
  readonly isNegated: boolean;
  /** The parts before the last OR. */
  readonly alternatives: Query[];
  /** The parts after the last OR. */
  readonly parts: Query[];
}

class Parser {
  isTooDeep = false;
  isTooLong = false;
  readonly #groups: Group[] = [{ isNegated: false, alternatives: [], parts: [] }];
  #tooDeep = 0;
  #terms = 0;
  #isNegated = false;

  take(token: Token): void {
    switch (token.kind) {
      case 'not':
        this.#isNegated = !this.#isNegated;
        return;
      case 'open':
        this.#open();
        return;
      case 'close':
        this.#close();
        break;
      case 'or':
        endAlternative(this.#group);
        break;
      case 'and':
        break;
      case 'word':
      case 'phrase':
      case 'field':
        this.#addTerm(token);
    }
    this.#isNegated = false;
  }

  /** Closes all open brackets. Returns null if there is nothing to search. */
  end(): Query | null {
    this.#tooDeep = 0;
    while (this.#groups.length > 1) this.#close();
    return contentOf(this.#group);
  }

  get #group(): Group {
    const group = this.#groups.at(-1);
    if (group === undefined) throw new Error('The outermost group is never closed.');
    return group;
  }

  #open(): void {
    if (this.#groups.length > MAX_DEPTH) {
      this.isTooDeep = true;
      this.#tooDeep += 1;
      return;
    }
    this.#groups.push({ isNegated: this.#isNegated, alternatives: [], parts: [] });
    this.#isNegated = false;
  }

  #close(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    const group = this.#groups.pop();
    const content = group === undefined ? null : contentOf(group);
    if (content !== null) this.#add(content, group?.isNegated === true);
  }

  #addTerm(token: Token & { readonly kind: 'word' | 'phrase' | 'field' }): void {
    if (token.text === '') return;
    this.#terms += 1;
    if (this.#terms > MAX_TERMS) {
      this.isTooLong = true;
      return;
    }
    const { kind, text } = token;
    this.#add(
      kind === 'field' ? { kind, name: token.name, value: token.value, text } : { kind: 'text', text },
      this.#isNegated,
    );
  }

  #add(part: Query, isNegated: boolean): void {
    this.#group.parts.push(isNegated ? negated(part) : part);
  }
}

/** Whether a token is the word OR, AND or NOT, but not the sign `-`. */
function isOperatorWord({ kind, start, end }: Token): boolean {
  return kind === 'or' || kind === 'and' || (kind === 'not' && end - start > 1);
}

/** An OR without words on one side has no effect, because the user is about to type them. */
function endAlternative(group: Group): void {
  const alternative = combined('all', group.parts);
  if (alternative !== null) group.alternatives.push(alternative);
  group.parts.length = 0;
}

function contentOf(group: Group): Query | null {
  endAlternative(group);
  return combined('any', group.alternatives);
}

function combined(kind: 'all' | 'any', parts: readonly Query[]): Query | null {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const [only] = flat;
  if (only === undefined) return null;
  return flat.length === 1 ? only : { kind, parts: flat };
}

function negated(part: Query): Query {
  return part.kind === 'not' ? part.part : { kind: 'not', part };
}
