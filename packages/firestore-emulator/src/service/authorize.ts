import type { Log } from '#firestore/log/log.ts';
import type { Query } from '#firestore/query/query.ts';
import { AccessBudget } from '#firestore/rules/limits/access-budget.ts';
import type { DocumentAccess, RuleMethod, RuleRequest } from '#firestore/rules/request.ts';
import type { Ruleset } from '#firestore/rules/ruleset.ts';
import { Trace } from '#firestore/rules/trace.ts';
import { verdictOf } from '#firestore/rules/verdict.ts';
import type { RuleVerdict } from '#firestore/api/request-entry.ts';
import type { Auth, Caller } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import { databaseIdOf, databaseOf, projectOf, rootOf, segmentsOf } from '#firestore/model/names.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import { writtenFields } from '#firestore/service/written-fields.ts';
import type { IntendedChange } from '#firestore/model/write.ts';

/**
 * Checks the security rules, and throws PERMISSION_DENIED if they deny the request. Returns the names of the documents
 * that the rules read. The permission is valid until one of them changes. A request with several sources shares `billed`
 * between them.
 */
export interface Authorizer {
  get(caller: Caller, reads: readonly DocumentRead[], time: Timestamp, billed?: Billed): readonly string[];
  list(caller: Caller, query: Query, time: Timestamp, billed?: Billed): readonly string[];
  commit(caller: Caller, changes: readonly IntendedChange[], time: Timestamp): readonly string[];
  /** For calls that only administrators may make. It does not use the rules. */
  requireAdmin(caller: Caller, message?: string): void;
}

/** The paths of the documents that the rules have read for a request so far. Each is billed once. */
export type Billed = Set<string>;

export interface DocumentRead {
  readonly name: string;
  readonly document: Document | null;
}

export interface AuthorizerOptions {
  /** The rules of a project. Null if it has none: then everything is open, as in the official emulator. */
  readonly rulesOf: (project: string) => Ruleset | null;
  readonly read: (name: string) => Document | null;
  /** Called with the number of documents that the rules read, because Firestore bills them. A request bills each once. */
  readonly onReads?: (database: string, count: number) => void;
  /** Called with what the rules evaluated, for the coverage report. */
  readonly onTrace?: (project: string, trace: Trace) => void;
  /**
   * Called with each verdict of the rules, in the turn of the request. `verdict` builds it, so that a verdict that is not
   * shown costs nothing. Administrators, and projects without rules, have no verdicts.
   */
  readonly onVerdict?: (caller: Caller, database: string, verdict: () => RuleVerdict) => void;
  readonly log: Log;
}

const METHODS = { create: 'create', update: 'update', delete: 'delete', verify: 'get' } as const;

export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const checkFor = (caller: UserCaller, database: string, billed: Billed = new Set()): RuleCheck | null => {
    const ruleset = options.rulesOf(projectOf(database));
    return ruleset === null
      ? null
      : {
          options,
          ruleset,
          caller,
          auth: caller.auth,
          database,
          budget: AccessBudget.multiple(),
          billed,
        };
  };
  return {
    get(caller, reads, time, billed) {
      const [first] = reads;
      if (caller.kind === 'admin' || first === undefined) return [];
      const check = checkFor(caller, databaseOf(first.name), billed);
      if (check === null) return [];
      return reads.flatMap(({ name, document }) =>
        decide(check, documentRequest(check, 'get', name, time, document, null), []),
      );
    },
    list(caller, query, time, billed) {
      const check = caller.kind === 'admin' ? null : checkFor(caller, query.database, billed);
      return check === null ? [] : decide(check, listRequest(check, query, time), []);
    },
    commit(caller, changes, time) {
      const [first] = changes;
      if (caller.kind === 'admin' || first === undefined) return [];
      const check = checkFor(caller, databaseOf(first.name));
      if (check === null) return [];
      return changes.flatMap(({ kind, name, before, after, writes }) => {
        const written = kind === 'verify' ? null : after;
        const request = documentRequest(check, METHODS[kind], name, time, before, written);
        return decide(check, { ...request, writeFields: writtenFields(writes) }, changes);
      });
    },
    requireAdmin(caller, message) {
      if (caller.kind === 'admin') return;
      throw message === undefined ? denied() : new StatusError('PERMISSION_DENIED', message);
    },
  };
}

type UserCaller = Extract<Caller, { kind: 'user' }>;

interface RuleCheck {
  readonly options: AuthorizerOptions;
  readonly ruleset: Ruleset;
  readonly caller: Caller;
  readonly auth: Auth | null;
  readonly database: string;
  readonly budget: AccessBudget;
  readonly billed: Billed;
}

function decide(
  check: RuleCheck,
  request: RuleRequest,
  changes: readonly IntendedChange[],
): readonly string[] {
  const { options, ruleset, caller, database, budget, billed } = check;
  const trace = new Trace();
  const decision = ruleset.decide(request, accessTo(check, changes), budget, trace);
  const verdict = (): RuleVerdict => verdictOf(request, decision, trace, ruleset.source);
  const billedBefore = billed.size;
  for (const path of decision.reads) billed.add(path);
  options.onReads?.(database, billed.size - billedBefore);
  options.onTrace?.(projectOf(database), trace);
  options.onVerdict?.(caller, database, verdict);
  if (!decision.allowed) {
    options.log.debug(() => describeDenial(verdict()));
    // Like the official emulator, and unlike the real service, the client learns the reason.
    throw denied(`: ${decision.reason}`);
  }
  return decision.reads.map((path) => `${rootOf(database)}/${path}`);
}

/** The denied operation and the reason, then a line for each value that decided. */
function describeDenial({ method, path, reason, values }: RuleVerdict): string {
  const lines = values.map(
    ({ line, column, expression, value }) =>
      `\n  L${String(line)}:${String(column)} ${expression} = ${value}`,
  );
  return `${method} ${path} is denied: ${reason}${lines.join('')}`;
}

function accessTo({ options, database }: RuleCheck, changes: readonly IntendedChange[]): DocumentAccess {
  const nameOf = (path: readonly string[]): string => `${rootOf(database)}/${path.join('/')}`;
  return {
    get: (path) => options.read(nameOf(path)),
    getAfter(path) {
      const name = nameOf(path);
      return changes.find((each) => each.name === name)?.after;
    },
  };
}

function documentRequest(
  { auth, database }: RuleCheck,
  method: RuleMethod,
  name: string,
  time: Timestamp,
  resource: Document | null,
  requestResource: Document | null,
): RuleRequest {
  return {
    method,
    database: databaseIdOf(database),
    path: segmentsOf(name),
    auth,
    time,
    resource,
    requestResource,
  };
}

function listRequest({ auth, database }: RuleCheck, query: Query, time: Timestamp): RuleRequest {
  const parent = segmentsOf(query.parent);
  return {
    method: 'list',
    database: databaseIdOf(database),
    path: query.collectionId === null ? parent : [...parent, query.collectionId],
    allDescendants: query.allDescendants,
    auth,
    time,
    resource: null,
    requestResource: null,
    query: {
      limit: query.limit,
      offset: query.offset,
      orderBy: query.orderBy,
      explicitOrders: query.explicitOrders ?? query.orderBy.length,
      where: query.where,
    },
  };
}

function denied(reason = '.'): StatusError {
  return new StatusError('PERMISSION_DENIED', `Missing or insufficient permissions${reason}`);
}
