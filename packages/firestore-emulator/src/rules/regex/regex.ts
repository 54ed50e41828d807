import type { Meter } from '#firestore/rules/limits/meter.ts';
import { isWord } from '#firestore/rules/regex/classes.ts';
import { parseRegex } from '#firestore/rules/regex/parse.ts';
import { compileProgram } from '#firestore/rules/regex/program.ts';
import type { Instruction } from '#firestore/rules/regex/program.ts';
import { RegexError, matchesSet } from '#firestore/rules/regex/syntax.ts';
import type { Assertion } from '#firestore/rules/regex/syntax.ts';

/** The match is `text.slice(start, end)`. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * A regular expression with RE2's syntax. A match takes at most text length times pattern size, and charges the meter for
 * each step. JavaScript's `RegExp` backtracks, so a pattern or a text from a document could hang the server.
 * docs/decisions/035-our-own-regex-engine.md says why this is not a library.
 */
export class Regex {
  readonly #program: readonly Instruction[];

  constructor(program: readonly Instruction[]) {
    this.#program = program;
  }

  matchesWhole(text: string, meter: Meter): boolean {
    let threads = new Threads(this.#program);
    let next = new Threads(this.#program);
    threads.add(0, 0, text, 0);
    for (let at = 0; at < text.length && threads.size > 0;) {
      const point = text.codePointAt(at) ?? 0;
      at += point > 0xffff ? 2 : 1;
      meter.work(threads.cost);
      threads.step(point, (address) => next.add(address + 1, 0, text, at));
      [threads, next] = [next, threads];
      next.clear();
    }
    return threads.matched() !== null;
  }

  /** Returns the leftmost match at or after `from`. Greedy and lazy operators choose among matches with the same start. */
  find(text: string, from: number, meter: Meter): Match | null {
    let threads = new Threads(this.#program);
    let next = new Threads(this.#program);
    let found: Match | null = null;
    for (let at = from; ;) {
      if (found === null) threads.add(0, at, text, at);
      const start = threads.matched();
      if (start !== null) {
        found = { start, end: at };
        threads.cut();
      }
      const point = text.codePointAt(at);
      if (point === undefined || (threads.size === 0 && found !== null)) return found;
      at += point > 0xffff ? 2 : 1;
      meter.work(threads.cost);
      threads.step(point, (address, started) => next.add(address + 1, started, text, at));
      [threads, next] = [next, threads];
      next.clear();
    }
  }
}

export function compileRegex(source: string): Regex | RegexError {
  try {
    return new Regex(compileProgram(parseRegex(source)));
  } catch (error) {
    if (error instanceof RegexError) return error;
    throw error;
  }
}

/**
 * The threads of a Pike VM at one position of the text, in order of preference. A thread is the address of an instruction
 * that waits for a character, and the position where its match started.
 */
class Threads {
  readonly #program: readonly Instruction[];
  readonly #seen = new Set<number>();
  readonly #addresses: number[] = [];
  readonly #starts: number[] = [];

  constructor(program: readonly Instruction[]) {
    this.#program = program;
  }

  get size(): number {
    return this.#addresses.length;
  }

  /** The number of instructions visited at this position, and one for the position itself. */
  get cost(): number {
    return this.#seen.size + 1;
  }

  clear(): void {
    this.#seen.clear();
    this.#addresses.length = 0;
    this.#starts.length = 0;
  }

  /** Adds a thread. Follows jumps, splits and assertions at once, since they read no character. */
  add(address: number, start: number, text: string, at: number): void {
    const pending = [address];
    for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
      const instruction = this.#program[current];
      if (instruction === undefined || this.#seen.has(current)) continue;
      this.#seen.add(current);
      if (instruction.kind === 'jump') pending.push(instruction.to);
      else if (instruction.kind === 'split') pending.push(instruction.second, instruction.first);
      else if (instruction.kind === 'assert') {
        if (isAssertionTrue(instruction.assertion, text, at)) pending.push(current + 1);
      } else {
        this.#addresses.push(current);
        this.#starts.push(start);
      }
    }
  }

  /** Calls `take` with each thread whose instruction accepts the character. */
  step(point: number, take: (address: number, start: number) => void): void {
    for (const [at, address] of this.#addresses.entries()) {
      const instruction = this.#program[address];
      if (instruction?.kind === 'set' && matchesSet(instruction.set, point))
        take(address, this.#starts[at] ?? 0);
    }
  }

  /** Returns where the match that ends at this position starts, or null if no match ends here. */
  matched(): number | null {
    const at = this.#matchIndex();
    return at === -1 ? null : (this.#starts[at] ?? null);
  }

  /** Drops the threads that the pattern prefers less than the match that ends here. */
  cut(): void {
    const at = this.#matchIndex();
    this.#addresses.length = at;
    this.#starts.length = at;
  }

  #matchIndex(): number {
    return this.#addresses.findIndex((address) => this.#program[address]?.kind === 'match');
  }
}

function isAssertionTrue(assertion: Assertion, text: string, at: number): boolean {
  switch (assertion) {
    case 'text-start':
      return at === 0;
    case 'text-end':
      return at === text.length;
    case 'line-start':
      return at === 0 || text[at - 1] === '\n';
    case 'line-end':
      return at === text.length || text[at] === '\n';
    case 'word':
    case 'not-word': {
      const isBoundary = isWord(text.codePointAt(at - 1)) !== isWord(text.codePointAt(at));
      return isBoundary === (assertion === 'word');
    }
  }
}
