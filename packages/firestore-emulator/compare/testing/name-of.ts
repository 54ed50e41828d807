import { EXPLAINED } from '#firestore/compare/differences.ts';
import { explanationOf } from '#firestore/compare/explain.ts';
import type { CallStep, Observation, Step } from '#firestore/compare/step.ts';

/** The names of the entries that explain a difference of one step. Undefined if a difference remains. */
export function nameOf(
  step: Step,
  ours: Partial<Observation>,
  official: Partial<Observation>,
  condition = '1 in resource.data.b',
): string | undefined {
  const [a, b] = [ours, official].map((answer) => ({ code: 'OK', message: '', answers: [], ...answer }));
  const rules: Step = { kind: 'rules', source: `match /c/{id} { allow list: if ${condition}; }` };
  const names = a && b ? explanationOf(EXPLAINED, step, a, b, [rules, step]) : [];
  return names.length === 0 ? undefined : names.join(' and ');
}

/** A query of a user, with one filter without an operand. */
export function runQuery(fieldPath: string, op: string): CallStep {
  const structuredQuery = { where: { fieldFilter: { field: { fieldPath }, op } } };
  return { kind: 'call', method: 'RunQuery', via: 'grpc', as: null, request: { structuredQuery } };
}
