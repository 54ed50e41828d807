import { isDeepStrictEqual } from 'node:util';

import type { Removal } from '#firestore/compare/explain.ts';
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

/** The targets that the servers refuse for the reasons below, ours with another code than official. */
export function otherRefusals(ours: Observation, official: Observation): ReadonlySet<string> {
  const [own, theirs] = [refusals(ours), refusals(official)];
  const isExplained = (code: Json | undefined): boolean =>
    code === undefined
      ? ours.message.includes('kind is required')
      : code === FAILED_PRECONDITION &&
        /array-contains clause|collection group|descending key scans/u.test(official.message);
  const ids = [...own].filter(([id, code]) => code === INVALID_ARGUMENT && isExplained(theirs.get(id)));
  return new Set(ids.map(([id]) => id));
}

/** The targets on all collections of which official has old versions of the documents, or none. */
export function outdatedOnAllCollections(
  ours: Observation,
  official: Observation,
  scenario: readonly Step[],
): ReadonlySet<string> {
  const targets = scenario.flatMap((step) => (step.kind === 'listen' ? step.targets : []));
  const [own, theirs] = [views(ours), views(official)];
  const refused = new Set([...refusals(ours).keys(), ...refusals(official).keys()]);
  const deleted = deletedNames(scenario);
  const outdated = targets.filter((target) => {
    const [documents, seen] = [own.get(idOf(target)), theirs.get(idOf(target))];
    if (!hasNoCollection(target) || refused.has(idOf(target))) return false;
    if (documents === undefined || seen === undefined) return false;
    return seen.every((document) => isOutdated(document, documents, isWindow(target) ? null : deleted));
  });
  return new Set(outdated.map(idOf));
}

/** Removes the refusals and documents of targets. */
export function withoutTargets(ids: ReadonlySet<string>): Removal | null {
  if (ids.size === 0) return null;
  return (answers) =>
    list(answers).filter((answer) => {
      const [removed] = list(at(answer, 'removed'));
      return !ids.has(text(removed ?? at(answer, 'target')));
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
