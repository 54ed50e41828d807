import type { PipelineFunction } from '#firestore/pipeline/expression.ts';
import { evaluate, evaluationError } from '#firestore/pipeline/expression.ts';
import { matchesLike } from '#firestore/pipeline/functions/like.ts';
import { stringOf } from '#firestore/pipeline/operands.ts';
import type { Value } from '#firestore/model/value.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import { compileRegex, Regex } from '#firestore/rules/regex/regex.ts';

const MAX_CACHED = 100;
const cache = new Map<string, Regex>();

function compile(pattern: string, meter: Meter): Regex {
  const cached = cache.get(pattern);
  if (cached !== undefined) return cached;
  meter.work(pattern.length * 4);
  const compiled = compileRegex(pattern);
  if (!(compiled instanceof Regex)) throw evaluationError(compiled.message);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(pattern, compiled);
  return compiled;
}

function find(text: string, pattern: string, meter: Meter): string | null {
  const match = compile(pattern, meter).find(text, 0, meter);
  return match === null ? null : text.slice(match.start, match.end);
}

/** Like JavaScript's `match`, finds an empty text also directly after another match. */
function findAll(text: string, pattern: string, meter: Meter): readonly string[] {
  const regex = compile(pattern, meter);
  const found: string[] = [];
  for (let at = 0; at <= text.length;) {
    const match = regex.find(text, at, meter);
    if (match === null) break;
    const { start, end } = match;
    found.push(text.slice(start, end));
    at = start === end ? end + String.fromCodePoint(text.codePointAt(end) ?? 0).length : end;
  }
  return found;
}

/** A function of a text and a pattern. It is null if one of them is null or absent. */
function onPattern(apply: (text: string, pattern: string, meter: Meter) => Value): PipelineFunction {
  return {
    least: 2,
    most: 2,
    evaluate: (args, scope) => {
      const [text, pattern] = args.map((arg) => evaluate(arg, scope) ?? null);
      if (text === null || pattern === null) return null;
      return apply(stringOf(text), stringOf(pattern), scope.environment.meter);
    },
  };
}

export const PATTERNS: Readonly<Record<string, PipelineFunction>> = {
  like: onPattern(matchesLike),
  regex_contains: onPattern((text, pattern, meter) => find(text, pattern, meter) !== null),
  regex_match: onPattern((text, pattern, meter) => compile(pattern, meter).matchesWhole(text, meter)),
  regex_find: onPattern(find),
  regex_find_all: onPattern(findAll),
};
