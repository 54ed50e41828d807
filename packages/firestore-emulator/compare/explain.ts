import { isDeepStrictEqual } from 'node:util';

import { at, isObject, list, type Json, type JsonObject } from '#firestore/compare/json.ts';
import type { CallStep, Observation, Step } from '#firestore/compare/step.ts';

/** A difference from Google's emulator that we keep, because its documentation or production contradicts it. */
export type ExplainedDifference = WholeDifference | PartOfDifference;

interface Row {
  readonly name: string;
  readonly official: string;
  readonly ours: string;
  readonly documentation: string;
}

export interface WholeDifference extends Row {
  /** Whether the row explains every difference of the step. */
  explains(step: Step, ours: Observation, official: Observation, scenario: readonly Step[]): boolean;
}

/** A row whose difference is in a part of the answers, beside which other parts may differ. */
export interface PartOfDifference extends Row {
  /** Removes the explained part from the answers of a server. Null if the row explains nothing in the step. */
  explainedPart(
    step: Step,
    ours: Observation,
    official: Observation,
    scenario: readonly Step[],
  ): Removal | null;
}

export type Removal = (answers: Json) => Json;

/** The names of the rows that explain every difference of a step together. Empty if a difference remains. */
export function explanationOf(
  rows: readonly ExplainedDifference[],
  step: Step,
  ours: Observation,
  official: Observation,
  scenario: readonly Step[],
): readonly string[] {
  const parts: { readonly name: string; readonly remove: Removal }[] = [];
  for (const row of rows) {
    if ('explains' in row) {
      if (row.explains(step, ours, official, scenario)) return [row.name];
    } else {
      const remove = row.explainedPart(step, ours, official, scenario);
      if (remove !== null) parts.push({ name: row.name, remove });
    }
  }
  const isSameAfter = (removed: typeof parts): boolean => {
    const rest = (answers: Json): Json => removed.reduce((left, { remove }) => remove(left), answers);
    return isDeepStrictEqual(rest(ours.answers), rest(official.answers));
  };
  if (ours.code !== official.code || !isSameAfter(parts)) return [];
  // A row may explain a part that is the same here.
  let needed = parts;
  for (const part of parts) {
    const others = needed.filter((other) => other !== part);
    if (isSameAfter(others)) needed = others;
  }
  return needed.map(({ name }) => name);
}

export function isCall(step: Step, ...methods: readonly string[]): step is CallStep {
  return step.kind === 'call' && methods.includes(step.method);
}

export function isRest(step: Step, ...methods: readonly string[]): step is CallStep {
  return isCall(step, ...methods) && step.via === 'rest';
}

export function first(answers: Json): JsonObject {
  const answer = list(answers)[0];
  return isObject(answer) ? answer : {};
}

/** The first answer without some keys. */
export function firstWithout(...keys: readonly string[]): Removal {
  return (answers) => [without(first(answers), keys)];
}

export function without(json: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([key]) => !keys.includes(key)));
}

/** Whether an element of an array transform is an array or a vector. */
export function hasNestedElement(step: CallStep): boolean {
  const transforms = list(step.request['writes']).flatMap((write) => [
    ...list(at(write, 'updateTransforms')),
    ...list(at(write, 'transform', 'fieldTransforms')),
  ]);
  return transforms.some((transform) =>
    ['appendMissingElements', 'removeAllFromArray'].some((kind) =>
      list(at(transform, kind, 'values')).some(
        (element) =>
          at(element, 'arrayValue') !== undefined ||
          at(element, 'mapValue', 'fields', '__type__') !== undefined,
      ),
    ),
  );
}

/** The cursor's part of a query: how many results `offset` skips. */
export function offsetOf(step: CallStep): number {
  return Number(at(step.request, 'structuredQuery', 'offset') ?? 0);
}

export function byUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
