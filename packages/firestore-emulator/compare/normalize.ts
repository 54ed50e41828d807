import type { Clock } from '#firestore/compare/clock.ts';
import { at, isList, isObject, list, stringify, text, type Json } from '#firestore/compare/json.ts';

const TOKENS: ReadonlySet<string> = new Set(['transaction', 'resumeToken', 'nextPageToken', 'streamToken']);
const COMMIT_TIMES: ReadonlySet<string> = new Set(['updateTime', 'createTime', 'commitTime']);

/** Replaces times and tokens, and joins the messages of a stream, which servers may split differently. */
export function normalize(method: string, answers: readonly Json[], clock: Clock): Json {
  const labelled = answers.map((answer) => label(answer, '', clock));
  if (method === 'RunQuery') return queryResults(labelled);
  if (method === 'BatchGetDocuments') return labelled.filter(hasResult).map(stripTransaction).sort(byText);
  if (method === 'BatchWrite') return labelled.map(withoutMessages);
  return labelled;
}

export function label(json: Json, key: string, clock: Clock): Json {
  if (COMMIT_TIMES.has(key)) return clock.label(json);
  if (key === 'readTime') return 'read time';
  if (key === 'timestampValue') return clock.labelValue(json);
  if (key === 'geoPointValue') return [at(json, 'latitude') ?? 0, at(json, 'longitude') ?? 0];
  if (TOKENS.has(key) && typeof json === 'string') return json === '' ? '' : 'token';
  if (isList(json)) return json.map((item) => label(item, '', clock));
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, label(value, name, clock)]));
}

function queryResults(answers: readonly Json[]): Json {
  const documents = answers.flatMap((answer) => at(answer, 'document') ?? []);
  const skipped = answers.reduce<number>(
    (total, answer) => total + Number(at(answer, 'skippedResults') ?? 0),
    0,
  );
  return { documents, skipped };
}

function hasResult(answer: Json): boolean {
  return at(answer, 'found') !== undefined || at(answer, 'missing') !== undefined;
}

function stripTransaction(answer: Json): Json {
  return { found: at(answer, 'found') ?? null, missing: at(answer, 'missing') ?? null };
}

function withoutMessages(answer: Json): Json {
  return {
    writeResults: list(at(answer, 'writeResults')),
    status: list(at(answer, 'status')).map((status) => Number(at(status, 'code') ?? 0)),
  };
}

function byText(a: Json, b: Json): number {
  const [left, right] = [stringify(a), stringify(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function nameOf(document: Json | undefined): string {
  return text(at(document, 'name'));
}
