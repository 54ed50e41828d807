import type { Account } from '#aws/account/account.ts';
import type { IdentityIds } from '#aws/cognito/identity-ids.ts';
import type { PoolTokens } from '#aws/cognito/pool-tokens.ts';
import type { Credentials } from '#aws/credentials/credentials.ts';

/** The dependencies of the operations. */
export interface CognitoContext {
  readonly account: Account;
  readonly credentials: Credentials;
  readonly identityIds: IdentityIds;
  readonly poolTokens: PoolTokens;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The lifetime of issued credentials. */
  readonly sessionSeconds: number;
}

export type Operation = (input: Input, context: CognitoContext) => object;

/** The parsed body of a request, not validated yet. */
export type Input = Readonly<Record<string, unknown>>;
