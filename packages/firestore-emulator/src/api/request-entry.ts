import type { StatusName } from '#firestore/api/status.ts';

/** One request in the request log, and on the page at `/`. */
export interface RequestEntry {
  /** When it arrived, in ISO 8601. */
  readonly time: string;
  /** The RPC, such as `RunQuery`, or the HTTP verb of a refused request. For `Listen` and `Write` there is an entry for each message of the client. */
  readonly method: string;
  readonly project: string;
  readonly database: string;
  /** The documents or the query in short. The path of a request that no call has received. */
  readonly request: string;
  /** Null without a sign-in. */
  readonly caller: { readonly admin: true } | { readonly uid: string } | null;
  readonly status: StatusName | 'OK';
  /** The message of the error. */
  readonly message?: string;
  readonly millis: number;
  /** What the security rules decided, in order. Empty for an administrator, and without rules. */
  readonly rules: readonly RuleVerdict[];
}

/** The decision of the rules about one document or one query. */
export interface RuleVerdict {
  /** `get`, `list`, `create`, `update` or `delete`. */
  readonly method: string;
  /** Such as `/notes/a`. */
  readonly path: string;
  readonly allowed: boolean;
  /** The place in the rules that decided. Null if no allow statement matches. */
  readonly line: number | null;
  readonly column: number | null;
  /** Why the rules denied it. Empty if they allowed it. */
  readonly reason: string;
  /** The expressions that decided a denial. */
  readonly values: readonly {
    readonly line: number;
    readonly column: number;
    readonly expression: string;
    readonly value: string;
  }[];
}
