import type { Meter } from '#firestore/rules/limits/meter.ts';
import { isWord } from '#firestore/rules/regex/classes.ts';
import { parseRegex } from '#firestore/rules/regex/parse.ts';
import { compileProgram } from '#firestore/rules/regex/program.ts';
import type { Instruction } from '#firestore/rules/regex/program.ts';
import { RegexError, matchesSet } from '#firestore/rules/regex/syntax.ts';
import type { Assertion } from '#firestore/rules/regex/syntax.ts';

export interface Found {
  readonly start: number;
  readonly end: number;
}

/**
 * A regular expression with the syntax and the guarantees of RE2: its time is the length of the text times the size of
 * the pattern. JavaScript's own would backtrack, and a pattern or a text from a document could hang the server.
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
      threads.step(point, (thread) => next.add(thread + 1, 0, text, at));
      [threads, next] = [next, threads];
      next.clear();
    }
    return threads.matched() !== null;
  }

  /** The leftmost match from `from` on, and of those the one that the pattern prefers. */
  find(text: string, from: number, meter: Meter): Found | null {
    let threads = new Threads(this.#program);
    let next = new Threads(this.#program);
    let found: Found | null = null;
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
      threads.step(point, (thread, began) => next.add(thread + 1, began, text, at));
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

/** The places in the program that are alive at one position of the text, the preferred ones first. */
class Threads {
  readonly #program: readonly Instruction[];
  readonly #seen = new Set<number>();
  readonly #places: number[] = [];
  readonly #starts: number[] = [];

  constructor(program: readonly Instruction[]) {
    this.#program = program;
  }

  get size(): number {
    return this.#places.length;
  }

  /** What it took to get here: each instruction looked at. */
  get cost(): number {
    return this.#seen.size + 1;
  }

  clear(): void {
    this.#seen.clear();
    this.#places.length = 0;
    this.#starts.length = 0;
  }

  /** Follows whatever reads no character, in order of preference. */
  add(place: number, start: number, text: string, at: number): void {
    const open = [place];
    for (let current = open.pop(); current !== undefined; current = open.pop()) {
      const instruction = this.#program[current];
      if (instruction === undefined || this.#seen.has(current)) continue;
      this.#seen.add(current);
      if (instruction.kind === 'jump') open.push(instruction.to);
      else if (instruction.kind === 'split') open.push(instruction.second, instruction.first);
      else if (instruction.kind === 'assert') {
        if (holds(instruction.what, text, at)) open.push(current + 1);
      } else {
        this.#places.push(current);
        this.#starts.push(start);
      }
    }
  }

  step(point: number, take: (place: number, start: number) => void): void {
    for (const [at, place] of this.#places.entries()) {
      const instruction = this.#program[place];
      if (instruction?.kind === 'set' && matchesSet(instruction.set, point))
        take(place, this.#starts[at] ?? 0);
    }
  }

  /** Where the match that has just ended began; null where none has. */
  matched(): number | null {
    const at = this.#matchIndex();
    return at === -1 ? null : (this.#starts[at] ?? null);
  }

  /** Drops what is less preferred than the match. */
  cut(): void {
    const at = this.#matchIndex();
    this.#places.length = at;
    this.#starts.length = at;
  }

  #matchIndex(): number {
    return this.#places.findIndex((place) => this.#program[place]?.kind === 'match');
  }
}

function holds(what: Assertion, text: string, at: number): boolean {
  switch (what) {
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
      const border = isWord(text.codePointAt(at - 1)) !== isWord(text.codePointAt(at));
      return border === (what === 'word');
    }
  }
}
