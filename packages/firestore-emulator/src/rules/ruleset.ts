import type { Expression } from '#firestore/rules/ast.ts';
import { expressionsOf } from '#firestore/rules/ast-children.ts';
import { AccessBudget } from '#firestore/rules/limits/access-budget.ts';
import type { BoundAllow, BoundMatch } from '#firestore/rules/bound.ts';
import { checkRulesFile } from '#firestore/rules/checker.ts';
import type { CheckedFile } from '#firestore/rules/checker.ts';
import { DocumentReader, resourceOf } from '#firestore/rules/environment.ts';
import type { Environment } from '#firestore/rules/environment.ts';
import { Compiler } from '#firestore/rules/evaluator.ts';
import type { Evaluate } from '#firestore/rules/evaluator.ts';
import { COST_OF_NO_CONDITION } from '#firestore/rules/limits/expression-cost.ts';
import { LimitError, Meter } from '#firestore/rules/limits/meter.ts';
import { parseRulesFile } from '#firestore/rules/parser.ts';
import { matchPath } from '#firestore/rules/path-match.ts';
import type { MatchedPath } from '#firestore/rules/path-match.ts';
import { casesOf } from '#firestore/rules/query-cases.ts';
import {
  authMap,
  fullPath,
  pathOfCase,
  requestMap,
  resourceOfCase,
} from '#firestore/rules/request-values.ts';
import type { Decision, DocumentAccess, RuleMethod, RuleRequest } from '#firestore/rules/request.ts';
import { Trace } from '#firestore/rules/trace.ts';
import { Failure, Unknown } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import type { RuleMap } from '#firestore/rules/values/rule-value.ts';
import type { Auth, RulesIssue } from '#firestore/api/service.ts';

export type {
  Decision,
  DocumentAccess,
  RuleMethod,
  RuleQuery,
  RuleRequest,
} from '#firestore/rules/request.ts';
export { RulesError } from '#firestore/rules/rules-error.ts';

export interface Ruleset {
  readonly source: string;
  /** The conditions, variables and results in the order of the file. The coverage report lists their results. */
  readonly expressions: readonly Expression[];
  /** Problems that don't prevent loading, in the order of the file. The server logs them. */
  readonly warnings: readonly RulesIssue[];
  /**
   * Allows the request if any rule grants it. The writes of one commit share one AccessBudget, and so do the documents of
   * one batched read. A single request gets its own budget. `trace` records what the rules evaluated.
   */
  decide(request: RuleRequest, access: DocumentAccess, budget?: AccessBudget, trace?: Trace): Decision;
}

/** Throws a RulesError for an invalid source. */
export function parseRuleset(source: string): Ruleset {
  const file = parseRulesFile(source);
  return new CompiledRuleset(source, expressionsOf(file), checkRulesFile(file));
}

interface CompiledAllow {
  readonly allow: BoundAllow;
  readonly condition: Evaluate;
}

interface CompiledMatch {
  readonly match: BoundMatch;
  readonly allows: readonly CompiledAllow[];
}

/** A denial lists at most this many reasons. */
const MAX_REASONS = 8;

class CompiledRuleset implements Ruleset {
  readonly source: string;
  readonly expressions: readonly Expression[];
  readonly warnings: readonly RulesIssue[];
  readonly #matches: readonly CompiledMatch[];
  readonly #auths = new WeakMap<Auth, RuleMap>();

  constructor(
    source: string,
    expressions: readonly Expression[],
    { matches, functions, warnings }: CheckedFile,
  ) {
    this.source = source;
    this.expressions = expressions;
    const compiler = new Compiler(functions);
    this.warnings = warnings;
    this.#matches = matches.map((match) => ({
      match,
      allows: match.allows.map((allow) => ({
        allow,
        condition: compileAllow(allow, compiler),
      })),
    }));
  }

  decide(
    request: RuleRequest,
    access: DocumentAccess,
    budget = AccessBudget.single(),
    trace = new Trace(),
  ): Decision {
    budget.startOperation();
    const documents = new DocumentReader(request, access, budget);
    const reason = this.#refusal(request, documents, trace);
    const { reads } = documents;
    return reason === null ? { allowed: true, reads } : { allowed: false, reason, reads };
  }

  /** Returns the reason of a denial, or null if the request is granted. */
  #refusal(request: RuleRequest, documents: DocumentReader, trace: Trace): string | null {
    const environment = {
      request: requestMap(request, this.#auth(request.auth)),
      documents,
      meter: new Meter(),
      trace,
    };
    try {
      if (request.method === 'list') return this.#refusalOfQuery(request, environment);
      const resource = request.resource === null ? null : resourceOf(request.resource);
      return this.#refusalOn(request, fullPath(request, request.path), { ...environment, resource });
    } catch (error) {
      // Exceeding a limit denies the request. No other rule may grant it.
      if (error instanceof LimitError) return `${error.message} for '${request.method}'`;
      throw error;
    }
  }

  /** Rules are not filters: they must grant each alternative of the query for every document that it could find. */
  #refusalOfQuery(
    request: RuleRequest,
    environment: Omit<Environment, 'resource' | 'wildcards'>,
  ): string | null {
    const cases = casesOf(request.query ?? { limit: null, offset: null, orderBy: [], where: null });
    if (cases === null) return "The query has too many alternatives to prove for 'list'";
    for (const queryCase of cases) {
      environment.trace.startCase();
      environment.meter.startCase();
      const path = pathOfCase(request, queryCase);
      const resource = resourceOfCase(queryCase, path);
      const refusal = this.#refusalOn(request, path, { ...environment, resource });
      if (refusal !== null) return refusal;
    }
    return null;
  }

  #refusalOn(
    request: RuleRequest,
    path: MatchedPath,
    environment: Omit<Environment, 'wildcards'>,
  ): string | null {
    const reasons: string[] = [];
    for (const { match, allows } of this.#matches) {
      const wildcards = allows.some(({ allow }) => allow.methods.has(request.method))
        ? matchPath(match, path)
        : null;
      if (wildcards === null) continue;
      const complete = { ...environment, wildcards };
      for (const { allow, condition } of allows) {
        if (!allow.methods.has(request.method)) continue;
        const first = environment.trace.size;
        const slot = condition(complete, []);
        environment.trace.addAllow(allow, first);
        if (slot === true) return null;
        reasons.push(describe(slot, allow.position.line, request.method));
      }
    }
    if (reasons.length === 0) {
      return `No matching allow statements for '${request.method}' on /${request.path.join('/')}`;
    }
    const more = reasons.length > MAX_REASONS ? [`and ${String(reasons.length - MAX_REASONS)} more`] : [];
    return [...reasons.slice(0, MAX_REASONS), ...more].join(', ');
  }

  #auth(auth: Auth | null): RuleMap | null {
    if (auth === null) return null;
    const known = this.#auths.get(auth) ?? authMap(auth);
    this.#auths.set(auth, known);
    return known;
  }
}

function compileAllow({ condition, error }: BoundAllow, compiler: Compiler): Evaluate {
  if (error !== null) {
    const failure = new Failure(error);
    return () => failure;
  }
  if (condition !== null) return compiler.compile(condition);
  return ({ meter }) => {
    meter.expressions(COST_OF_NO_CONDITION);
    return true;
  };
}

/** Uses the official emulator's wording, so that a web search for the message finds help. */
function describe(slot: Slot, allowLine: number, method: RuleMethod): string {
  if (slot instanceof Failure) return at(slot.message, slot.line);
  if (slot instanceof Unknown) {
    return at(`The query's filters do not prove the rule (${slot.source} is unknown)`, slot.line);
  }
  return at(slot === false ? 'false' : 'The condition is not a bool', 0);

  function at(text: string, line: number): string {
    return `${text} for '${method}' @ L${String(line === 0 ? allowLine : line)}`;
  }
}
