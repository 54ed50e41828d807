import { isDeepStrictEqual } from 'node:util';

import { at, list, text, type Json, type JsonObject } from '#firestore/compare/json.ts';
import type { Observation, Step } from '#firestore/compare/step.ts';

const INVALID_ARGUMENT = 3;
const FAILED_PRECONDITION = 9;

/** The target ids that a server refused, with the code. */
function refusals({ answers }: Observation): ReadonlyMap<string, Json> {
  const events = list(answers).filter((answer) => at(answer, 'removed') !== undefined);
  return new Map(
    events.flatMap((event) =>
      list(at(event, 'removed')).map((id): [string, Json] => [text(id), at(event, 'code') ?? 0]),
    ),
  );
}

function views({ answers }: Observation): ReadonlyMap<string, readonly Json[]> {
  return new Map(
    list(answers).flatMap((answer): [string, readonly Json[]][] => {
      const id = text(at(answer, 'target'));
      return id === '' ? [] : [[id, list(at(answer, 'documents'))]];
    }),
  );
}

/** Whether the servers refuse other targets, for the reasons below, and nothing else differs. */
export function isOtherRefusal(ours: Observation, official: Observation): boolean {
  const [own, theirs] = [refusals(ours), refusals(official)];
  const [ownViews, theirViews] = [views(ours), views(official)];
  const ids = new Set([...own.keys(), ...theirs.keys(), ...ownViews.keys(), ...theirViews.keys()]);
  return [...ids].every((id) => {
    const [a, b] = [own.get(id), theirs.get(id)];
    if (a === b) return isDeepStrictEqual(ownViews.get(id), theirViews.get(id));
    if (a !== INVALID_ARGUMENT) return false;
    if (b === undefined) return ours.message.includes('kind is required');
    return (
      b === FAILED_PRECONDITION &&
      /array-contains clause|collection group|descending key scans/u.test(official.message)
    );
  });
}

/**
 * Whether only targets on all collections differ: official has old versions of their documents, or none. Beside such a
 * target, official's first snapshot may come before the others have their documents or are refused.
 */
export function differsOnAllCollections(
  ours: Observation,
  official: Observation,
  scenario: readonly Step[],
): boolean {
  if (ours.code !== 'OK' || official.code !== 'OK') return false;
  const targets = scenario.flatMap((step) => (step.kind === 'listen' ? step.targets : []));
  const onAll = new Map(targets.filter(hasNoCollection).map((target) => [idOf(target), target]));
  const own = refusals(ours);
  if (onAll.size === 0 || [...refusals(official)].some(([id, code]) => own.get(id) !== code)) return false;
  const theirs = views(official);
  const deleted = deletedNames(scenario);
  return [...views(ours)].every(([id, documents]) => {
    const seen = theirs.get(id);
    const target = onAll.get(id);
    if (seen === undefined) return true;
    return target === undefined
      ? isDeepStrictEqual(documents, seen)
      : seen.every((document) => isOutdated(document, documents, isWindow(target) ? null : deleted));
  });
}

/** Whether a document of official is equal, or has changed since. `deleted` is null if others may be in its place. */
function isOutdated(document: Json, ours: readonly Json[], deleted: ReadonlySet<string> | null): boolean {
  const name = text(at(document, 'name'));
  const current = ours.find((each) => at(each, 'name') === name);
  if (current === undefined) return deleted === null || deleted.has(name);
  return isDeepStrictEqual(document, current) || at(document, 'updateTime') !== at(current, 'updateTime');
}

function deletedNames(scenario: readonly Step[]): ReadonlySet<string> {
  const writes = scenario.flatMap((step) => (step.kind === 'call' ? list(step.request['writes']) : []));
  return new Set(writes.map((write) => text(at(write, 'delete'))));
}

function isWindow(target: JsonObject): boolean {
  const query = at(target, 'query', 'structuredQuery');
  return at(query, 'limit') !== undefined || at(query, 'offset') !== undefined;
}

function idOf(target: JsonObject): string {
  return String(Number(target['targetId']));
}

function hasNoCollection(target: JsonObject): boolean {
  const from = list(at(target, 'query', 'structuredQuery', 'from'));
  return from.some((selector) => at(selector, 'collectionId') === undefined);
}
