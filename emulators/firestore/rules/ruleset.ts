import { AccessBudget } from '#firestore/rules/access-budget.ts';
import type { Decision, DocumentAccess, RuleRequest } from '#firestore/rules/request.ts';

export type {
  Decision,
  DocumentAccess,
  RuleFilter,
  RuleFilterOperator,
  RuleMethod,
  RuleOrder,
  RuleQuery,
  RuleRequest,
} from '#firestore/rules/request.ts';

export interface Ruleset {
  /** What the source leaves doubtful, each with its line; for the log. */
  readonly warnings: readonly string[];
  /**
   * Whether any rule grants the request. The writes of one commit share one AccessBudget, as do the documents of one
   * batched read; a request on its own needs none.
   */
  decide(request: RuleRequest, access: DocumentAccess, budget?: AccessBudget): Decision;
}

/** A ruleset that does not load, and where. */
export class RulesError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.name = 'RulesError';
    this.line = line;
    this.column = column;
  }
}

export function parseRuleset(source: string): Ruleset {
  if (source.length === 0) throw new RulesError('The ruleset is empty.', 1, 1);
  return {
    warnings: [],
    decide: (_request, _access, budget = AccessBudget.single()) => {
      void budget;
      return { allowed: false, reason: 'no rule matched', reads: [] };
    },
  };
}
