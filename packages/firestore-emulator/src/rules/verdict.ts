import type { RuleVerdict } from '#firestore/api/request-entry.ts';
import { decidedAt, explainDenial } from '#firestore/rules/explain.ts';
import type { Decision, RuleRequest } from '#firestore/rules/request.ts';
import type { Trace } from '#firestore/rules/trace.ts';

/** Describes a decision for people. */
export function verdictOf(
  { method, path }: RuleRequest,
  decision: Decision,
  trace: Trace,
  source: string,
): RuleVerdict {
  const allows = trace.allows();
  // The last statement grants; the first is where a developer starts to read.
  const decisive = decision.allowed ? allows.at(-1) : allows[0];
  const position = decisive === undefined ? null : decidedAt(decisive);
  return {
    allowed: decision.allowed,
    method,
    path: `/${path.join('/')}`,
    line: position?.line ?? null,
    column: position?.column ?? null,
    reason: decision.allowed ? '' : decision.reason,
    values: decision.allowed ? [] : explainDenial(trace, source),
  };
}
