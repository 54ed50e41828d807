import { RegexError } from '#firestore/rules/regex/syntax.ts';
import type { Assertion, CharacterSet, Pattern } from '#firestore/rules/regex/syntax.ts';

/** An instruction of a compiled pattern. All threads run in parallel, so no input makes the matcher backtrack. */
export type Instruction =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  /** Continues at `first` and at `second`. A match through `first` is preferred. */
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'match' };

/** RE2 refuses patterns that exceed its memory budget. This limit is of the same order of magnitude. */
const MAX_INSTRUCTIONS = 10_000;

export function compileProgram(pattern: Pattern): readonly Instruction[] {
  const program: Instruction[] = [];
  emit(pattern, program);
  push({ kind: 'match' }, program);
  return program;
}

function push(instruction: Instruction, program: Instruction[]): number {
  if (program.length >= MAX_INSTRUCTIONS) throw new RegexError('the pattern is too large');
  return program.push(instruction) - 1;
}

function emit(pattern: Pattern, program: Instruction[]): void {
  switch (pattern.kind) {
    case 'set':
    case 'assert':
      push(pattern, program);
      return;
    case 'sequence':
      for (const part of pattern.parts) emit(part, program);
      return;
    case 'choice':
      emitChoice(pattern.options, program);
      return;
    case 'repeat':
      for (let count = 0; count < pattern.min; count += 1) emit(pattern.part, program);
      if (pattern.max === Number.POSITIVE_INFINITY) emitLoop(pattern.part, pattern.greedy, program);
      else emitOptional(pattern.part, pattern.max - pattern.min, pattern.greedy, program);
  }
}

function emitChoice(options: readonly Pattern[], program: Instruction[]): void {
  const jumps: number[] = [];
  for (const [at, option] of options.entries()) {
    if (at === options.length - 1) {
      emit(option, program);
      break;
    }
    const split = push({ kind: 'match' }, program);
    emit(option, program);
    jumps.push(push({ kind: 'match' }, program));
    program[split] = { kind: 'split', first: split + 1, second: program.length };
  }
  for (const jump of jumps) program[jump] = { kind: 'jump', to: program.length };
}

function emitLoop(part: Pattern, greedy: boolean, program: Instruction[]): void {
  const split = push({ kind: 'match' }, program);
  emit(part, program);
  push({ kind: 'jump', to: split }, program);
  program[split] = splitTo(split + 1, program.length, greedy);
}

function emitOptional(part: Pattern, count: number, greedy: boolean, program: Instruction[]): void {
  const splits: number[] = [];
  for (let at = 0; at < count; at += 1) {
    splits.push(push({ kind: 'match' }, program));
    emit(part, program);
  }
  for (const split of splits) program[split] = splitTo(split + 1, program.length, greedy);
}

function splitTo(inside: number, outside: number, greedy: boolean): Instruction {
  const [first, second] = greedy ? [inside, outside] : [outside, inside];
  return { kind: 'split', first, second };
}
