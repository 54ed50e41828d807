import type { LinkRecord } from '#library/entities/records.ts';

import type { Key } from '#library/memory/keys.ts';

import type { SearchIndex, SearchText } from './search-index.ts';

/**
 * The link that is being matched. One object is reused for all links. It reads the record and the texts only if a condition needs
 * them.
 */
export class Candidate {
  key: Key = 0;
  readonly #index: SearchIndex;
  #link: LinkRecord | undefined;
  #text: SearchText | undefined;

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  set(key: Key, link: LinkRecord | undefined, text: SearchText | undefined): this {
    this.key = key;
    this.#link = link;
    this.#text = text;
    return this;
  }

  get link(): LinkRecord {
    this.#link ??= this.#text?.source ?? this.#index.linkOf(this.key);
    if (this.#link === undefined) throw new Error('The candidate is not in the library.');
    return this.#link;
  }

  get text(): SearchText {
    return (this.#text ??= this.#index.textOf(this.key, this.link));
  }

  /** The texts, if a condition has read them. */
  get readText(): SearchText | undefined {
    return this.#text;
  }
}

type Test = (candidate: Candidate) => boolean;

/** The field in which a text is searched. */
export type TextField = 'any' | 'title' | 'url' | 'note';

export interface TextCondition {
  readonly kind: 'text';
  readonly id: string;
  readonly cost: number;
  readonly test: Test;
  readonly field: TextField;
  readonly folded: string;
  /** The text in lower case, but not folded. */
  readonly raw: string;
}

interface Fact {
  readonly kind: 'fact';
  readonly id: string;
  readonly cost: number;
  readonly test: Test;
  /** How well the link of the candidate matches. Without it, all links match equally well. */
  readonly rank?: (candidate: Candidate) => number;
  /** Set if the links in these folders match. */
  readonly folders?: ReadonlySet<Key>;
  /** Makes a faster test for one pass over many links, during which no link changes. */
  readonly passTest?: () => Test;
}

/** A compiled part of a query. Conditions with the same id match the same links. */
export type Condition =
  | TextCondition
  | Fact
  | {
      readonly kind: 'all' | 'any';
      readonly id: string;
      readonly cost: number;
      readonly test: Test;
      readonly parts: readonly Condition[];
    }
  | {
      readonly kind: 'not';
      readonly id: string;
      readonly cost: number;
      readonly test: Test;
      readonly part: Condition;
    };

/** The cost of a condition. Cheap conditions are tested first. */
export const COST = { record: 0, folders: 1, text: 2, favorite: 3 } as const;

export function fact(
  id: string,
  cost: number,
  test: Test,
  more: Pick<Fact, 'rank' | 'folders' | 'passTest'> = {},
): Condition {
  return { kind: 'fact', id, cost, test, ...more };
}

/** A test for one pass over many links, during which no link changes. */
export function passTestOf(condition: Condition): Test {
  switch (condition.kind) {
    case 'text':
      return condition.test;
    case 'fact':
      return condition.passTest?.() ?? condition.test;
    case 'not': {
      const test = passTestOf(condition.part);
      return (candidate) => !test(candidate);
    }
    case 'all':
      return allOf(condition.parts.map(passTestOf));
    case 'any':
      return anyOf(condition.parts.map(passTestOf));
  }
}

function allOf(tests: readonly Test[]): Test {
  return (candidate) => {
    for (const test of tests) if (!test(candidate)) return false;
    return true;
  };
}

function anyOf(tests: readonly Test[]): Test {
  return (candidate) => {
    for (const test of tests) if (test(candidate)) return true;
    return false;
  };
}

export function all(conditions: readonly Condition[]): Condition {
  const parts = byCost(conditions);
  const [first, second] = parts;
  if (first !== undefined && second === undefined) return first;
  const id = `(${parts.map((part) => part.id).join('&')})`;
  const cost = costOf(parts);
  return { kind: 'all', id, cost, test: allOf(parts.map(({ test }) => test)), parts };
}

export function any(conditions: readonly Condition[]): Condition {
  const parts = byCost(conditions);
  const id = `(${parts.map((part) => part.id).join('|')})`;
  const cost = costOf(parts);
  return { kind: 'any', id, cost, test: anyOf(parts.map(({ test }) => test)), parts };
}

export function not(part: Condition): Condition {
  const { id, cost } = part;
  return { kind: 'not', id: `!${id}`, cost, test: (candidate) => !part.test(candidate), part };
}

/**
 * Whether each link that matches `left` also matches `right`. May miss cases, but a true result is always right. A longer word
 * implies its part: "ab" implies "a", but "-a" implies "-ab".
 */
export function implies(left: Condition, right: Condition): boolean {
  if (left.id === right.id) return true;
  if (right.kind === 'all') return right.parts.every((part) => implies(left, part));
  if (left.kind === 'any') return left.parts.every((part) => implies(part, right));
  if (right.kind === 'any' && right.parts.some((part) => implies(left, part))) return true;
  if (left.kind === 'all') return left.parts.some((part) => implies(part, right));
  if (left.kind === 'not' && right.kind === 'not') return implies(right.part, left.part);
  if (left.kind === 'fact' && right.kind === 'fact') return isWithin(left.folders, right.folders);
  return left.kind === 'text' && right.kind === 'text' && isNarrowerText(left, right);
}

function isWithin(left: ReadonlySet<Key> | undefined, right: ReadonlySet<Key> | undefined): boolean {
  if (left === undefined || right === undefined || left.size > right.size) return false;
  for (const folder of left) if (!right.has(folder)) return false;
  return true;
}

function isNarrowerText(left: TextCondition, right: TextCondition): boolean {
  if (right.field !== 'any' && right.field !== left.field) return false;
  return left.folded.includes(right.folded) && left.raw.includes(right.raw);
}

/** Sorts conditions by cost, and removes equal ones. The sort is stable. */
function byCost(conditions: readonly Condition[]): readonly Condition[] {
  const byId = new Map(conditions.map((condition) => [condition.id, condition]));
  return [...byId.values()].toSorted((left, right) => left.cost - right.cost);
}

function costOf(parts: readonly Condition[]): number {
  return Math.max(COST.record, ...parts.map(({ cost }) => cost));
}
