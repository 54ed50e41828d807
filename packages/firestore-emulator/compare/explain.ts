import { isDeepStrictEqual } from 'node:util';

import { at, isObject, list, type Json, type JsonObject } from '#firestore/compare/json.ts';
import type { CallStep, Observation, Step } from '#firestore/compare/step.ts';

/** A difference from Google's emulator that we keep, because its documentation or production contradicts it. */
export interface ExplainedDifference {
  readonly name: string;
  readonly official: string;
  readonly ours: string;
  readonly documentation: string;
  explains(step: Step, ours: Observation, official: Observation, scenario: readonly Step[]): boolean;
}

export function isCall(step: Step, ...methods: readonly string[]): step is CallStep {
  return step.kind === 'call' && methods.includes(step.method);
}

export function isRest(step: Step, ...methods: readonly string[]): step is CallStep {
  return isCall(step, ...methods) && step.via === 'rest';
}

/** Whether both codes are the same, and both answers after a change that removes the explained part. */
export function isSameAfter(
  ours: Observation,
  official: Observation,
  change: (answers: Json) => Json,
): boolean {
  return ours.code === official.code && isDeepStrictEqual(change(ours.answers), change(official.answers));
}

export function first(answers: Json): JsonObject {
  const answer = list(answers)[0];
  return isObject(answer) ? answer : {};
}

/** The first answer without some keys. */
export function firstWithout(...keys: readonly string[]): (answers: Json) => Json {
  return (answers) => without(first(answers), keys);
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
