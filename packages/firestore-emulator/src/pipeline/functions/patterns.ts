import type { PipelineFunction } from '#firestore/pipeline/expression.ts';
import { evaluationError, onValues } from '#firestore/pipeline/expression.ts';
import { stringOf } from '#firestore/pipeline/operands.ts';
import type { Value } from '#firestore/model/value.ts';

const MAX_CACHED = 100;
const cache = new Map<string, RegExp>();

/** Compiles an RE2 pattern. JavaScript has no inline flags on Node 20, so they apply to the whole pattern. */
function compile(pattern: string, prefix = '', suffix = ''): RegExp {
  const key = `${prefix}${pattern}${suffix}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  let flags = 'gu';
  const source = pattern.replaceAll(/\(\?(?<inline>[ims]+)\)/gu, (_match, inline: string) => {
    for (const flag of inline) if (!flags.includes(flag)) flags += flag;
    return '';
  });
  try {
    const compiled = new RegExp(`${prefix}${source}${suffix}`, flags);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, compiled);
    return compiled;
  } catch {
    throw evaluationError(`The regular expression ${pattern} is invalid.`);
  }
}

function find(text: Value | undefined, pattern: Value | undefined): readonly string[] {
  return stringOf(text).match(compile(stringOf(pattern))) ?? [];
}

/** In LIKE, `%` stands for any text, `_` for any character, and a backslash escapes them. */
function likePattern(pattern: string): string {
  return pattern.replaceAll(/\\.|[\s\S]/gu, (part) => {
    if (part === '%') return '[\\s\\S]*';
    if (part === '_') return '[\\s\\S]';
    const character = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
    return character.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
  });
}

function isFull(text: Value | undefined, pattern: string): boolean {
  const expression = compile(pattern, '^(?:', ')$');
  expression.lastIndex = 0;
  return expression.test(stringOf(text));
}

export const PATTERNS: Readonly<Record<string, PipelineFunction>> = {
  like: onValues(2, 2, (text, pattern) => isFull(text, likePattern(stringOf(pattern)))),
  regex_contains: onValues(2, 2, (text, pattern) => find(text, pattern).length > 0),
  regex_match: onValues(2, 2, (text, pattern) => isFull(text, stringOf(pattern))),
  regex_find: onValues(2, 2, (text, pattern) => find(text, pattern)[0] ?? null),
  regex_find_all: onValues(2, 2, (text, pattern) => find(text, pattern)),
};
