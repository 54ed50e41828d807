import type { Account } from '#aws/account/account.ts';
import type { IdentityIds } from '#aws/cognito/identity-ids.ts';
import type { PoolTokens } from '#aws/cognito/pool-tokens.ts';
import type { Credentials } from '#aws/credentials/credentials.ts';

/** What the operations are given. */
export interface CognitoContext {
  readonly account: Account;
  readonly credentials: Credentials;
  readonly identityIds: IdentityIds;
  readonly poolTokens: PoolTokens;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long what is handed out lasts. */
  readonly sessionSeconds: number;
}

export type Operation = (input: Input, context: CognitoContext) => object;

/** The body of a request, of which nothing is known yet. */
export type Input = Readonly<Record<string, unknown>>;
