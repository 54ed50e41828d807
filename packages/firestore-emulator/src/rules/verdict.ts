import { decidedAt, explainDenial } from '#firestore/rules/explain.ts';
import type { ExplainedValue } from '#firestore/rules/explain.ts';
import type { Decision, RuleMethod, RuleRequest } from '#firestore/rules/request.ts';
import type { Trace } from '#firestore/rules/trace.ts';

/** The decision of the rules about one operation on one document, or about one query. */
export interface RulesVerdict {
  readonly allowed: boolean;
  readonly method: RuleMethod;
  /** Such as /notes/a; for `list`, the path of the collection. */
  readonly path: string;
  /**
   * The allow statement that granted the request, or the expression that first refused it. Both are null if no allow
   * statement matches.
   */
  readonly line: number | null;
  readonly column: number | null;
  /** Empty if the request is allowed. */
  readonly reason: string;
  /** The expressions that decided a denial, with their values. Empty if the request is allowed. */
  readonly values: readonly ExplainedValue[];
}

export function verdictOf(
  { method, path }: RuleRequest,
  decision: Decision,
  trace: Trace,
  source: string,
): RulesVerdict {
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
