import type { JsonObject, Json } from '#firestore/compare/json.ts';

/**
 * One step of a scenario. Its texts may hold placeholders, which each server's session replaces by its own answers:
 * `@updateTime:c/d` (of the document when last seen), `@transaction:A`, `@commitTime` (of the last commit).
 */
export type Step = CallStep | TogetherStep | RulesStep | ListenStep | SettleStep;

export interface CallStep {
  readonly kind: 'call';
  readonly method: string;
  readonly request: JsonObject;
  readonly via: 'grpc' | 'rest';
  /** The claims of the caller's ID token. Null for a caller without a token, and undefined for the administrator. */
  readonly as?: JsonObject | null;
  /** Saves the transaction of the answer under this name. */
  readonly saveTransaction?: string;
  /** Prepares the data, so it is no case of its own. */
  readonly isSetup?: true;
  /** Another client sends it, so the placeholders keep the times that this client has seen. */
  readonly isElsewhere?: true;
}

/** Calls at the same time. Its observation is their codes, sorted, because any of them may be the first. */
export interface TogetherStep {
  readonly kind: 'together';
  readonly calls: readonly CallStep[];
}

export interface RulesStep {
  readonly kind: 'rules';
  readonly source: string;
}

/** Opens a listener with these targets. */
export interface ListenStep {
  readonly kind: 'listen';
  readonly targets: readonly JsonObject[];
}

/** Waits until the listener has received all commits. Its observation is the changes since the last settle. */
export interface SettleStep {
  readonly kind: 'settle';
  /** Reconnects with the resume tokens first. */
  readonly reconnect: boolean;
}

/** Comparable: without times and tokens, which differ in every run. */
export interface Observation {
  readonly code: string;
  readonly answers: Json;
  /** The text of an error. It is printed, but not compared. */
  readonly message: string;
}

export const DATABASE = 'projects/p/databases/(default)';
export const ROOT = `${DATABASE}/documents`;

export function setup(writes: readonly JsonObject[]): CallStep {
  return {
    kind: 'call',
    method: 'Commit',
    request: { database: DATABASE, writes },
    via: 'grpc',
    isSetup: true,
  };
}
