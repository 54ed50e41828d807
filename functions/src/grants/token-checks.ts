import { createHash } from 'node:crypto';

import { isToken, TOKEN_PREFIXES } from '@foldmark/contract/access-tokens';
import type { FailureCode } from '@foldmark/contract/failures';
import type { LiveToken, StoredToken } from '@foldmark/contract/stored-grants';

import { errorFields } from '#functions/errors/error-fields.ts';
import { Failure } from '#functions/errors/failure.ts';
import type { Accounts } from '#functions/services/accounts.ts';
import type { CheckedToken, Grantee } from '#functions/services/grants.ts';
import type { Log } from '#functions/services/services.ts';
import type { FirestoreGrants } from '#functions/store/apps/firestore-grants.ts';

/** How long a check is valid. So an app that was revoked on another instance can make calls for this long. */
const VALID_MS = 60_000;
/** The number of checks in memory from which old ones are evicted. */
const EVICT_FROM = 1000;
/**
 * How many unknown tokens an instance looks up in a minute. A guesser can't find one of 62^30 tokens, but each look-up costs a
 * read. Tokens that were valid in the last hour are looked up all the same.
 */
export const LOOK_UPS_A_MINUTE = 600;
const REMEMBERED_MS = 60 * 60_000;

interface Check {
  readonly at: number;
  /** Why the token is not valid. */
  readonly failure?: FailureCode;
  readonly grantee?: Grantee;
  readonly expiresAt: number;
}

interface Deps {
  readonly store: () => Promise<
    Pick<FirestoreGrants, 'token' | 'setUsed' | 'open' | 'revoke' | 'removeCodes'>
  >;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** Checks access tokens, and remembers each check for a minute. */
export class TokenChecks {
  readonly #deps: Deps;
  readonly #checks = new Map<string, Check>();
  #lookUps = { since: 0, count: 0 };

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async check(token: string): Promise<CheckedToken> {
    // A refresh token gets new tokens, and makes no calls.
    if (!isToken(token) || token.startsWith(TOKEN_PREFIXES.refresh)) throw new Failure('badToken');
    const digest = tokenDigest(token);
    const now = this.#deps.now().getTime();
    const known = this.#checks.get(digest);
    if (known !== undefined && now - known.at < VALID_MS) return checked(known, now, 0);
    if (known?.grantee === undefined) this.#countLookUp(now);
    const stored = await (await this.#deps.store()).token(digest);
    const found = await this.#look(stored, now);
    if (known?.grantee === undefined && found.grantee !== undefined) this.#lookUps.count -= 1;
    this.#remember(digest, found);
    const answer = checked(found, now, 1);
    if (stored === null || !('uid' in stored)) return answer;
    return { ...answer, writes: await this.#markUsed(digest, stored, now) };
  }

  /** Forgets what this instance knows of an app, or of all apps of a person. */
  forget(uid: string, grantId?: string): void {
    for (const [digest, { grantee }] of this.#checks)
      if (grantee?.uid === uid && (grantId === undefined || grantee.grant_id === grantId))
        this.#checks.delete(digest);
  }

  /** Ends the apps of a person that were made before a time. Later ones were made after a login that knew the new password. */
  async revokeBefore(uid: string, ms: number): Promise<void> {
    const store = await this.#deps.store();
    // First, so that no code of the person becomes another app.
    await store.removeCodes(uid, ms);
    for (const id of await store.open(uid, ms)) await store.revoke(uid, id);
    this.forget(uid);
  }

  async #look(stored: StoredToken | null, at: number): Promise<Check> {
    if (stored === null || 'spent_by' in stored) return { at, failure: 'badToken', expiresAt: Infinity };
    if ('revoked_at' in stored) return { at, failure: 'tokenRevoked', expiresAt: Infinity };
    const expiresAt = stored.expires_at.toMillis();
    const endedMs = await this.#sessionsEnded(stored);
    if (endedMs > stored.created_at.toMillis()) {
      await this.revokeBefore(stored.uid, endedMs);
      return { at, failure: 'tokenRevoked', expiresAt: Infinity };
    }
    const { uid, grant_id, name, scopes } = stored;
    return { at, grantee: { uid, grant_id, name, scopes }, expiresAt };
  }

  /**
   * When the identity provider has ended the sessions of the account. It does so if the password or the address changes, and if Google
   * takes over an unconfirmed account. The sessions of an account that is gone never begin again.
   */
  async #sessionsEnded({ uid }: LiveToken): Promise<number> {
    const account = await this.#deps.accounts.find(uid);
    return account?.sessionsEndedAt.getTime() ?? Infinity;
  }

  /** Returns the number of written documents. */
  async #markUsed(digest: string, stored: LiveToken, now: number): Promise<number> {
    const day = new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length);
    if (stored.used_day === day) return 0;
    try {
      await (await this.#deps.store()).setUsed(digest, stored, day);
      return 2;
    } catch (error) {
      // The call is valid all the same. The next check tries again.
      this.#deps.log.warn('the day of a call could not be stored', errorFields(error));
      return 0;
    }
  }

  #remember(digest: string, check: Check): void {
    this.#checks.set(digest, check);
    if (this.#checks.size < EVICT_FROM) return;
    for (const [key, { at, grantee }] of this.#checks)
      if (check.at - at > (grantee === undefined ? VALID_MS : REMEMBERED_MS)) this.#checks.delete(key);
    // A flood of guesses evicts the oldest checks.
    for (const key of this.#checks.keys()) {
      if (this.#checks.size < EVICT_FROM) return;
      this.#checks.delete(key);
    }
  }

  #countLookUp(now: number): void {
    if (now - this.#lookUps.since >= VALID_MS) this.#lookUps = { since: now, count: 0 };
    this.#lookUps.count += 1;
    if (this.#lookUps.count > LOOK_UPS_A_MINUTE)
      throw new Failure('tooManyCalls', {
        retryAfterS: Math.ceil((this.#lookUps.since + VALID_MS - now) / 1000),
      });
  }
}

/** The name under which a token is stored. A token has 178 random bits, so its hash needs no salt and no slow function. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function checked({ failure, grantee, expiresAt }: Check, now: number, reads: number): CheckedToken {
  if (failure !== undefined || grantee === undefined) throw new Failure(failure ?? 'badToken');
  if (expiresAt <= now) throw new Failure('tokenExpired');
  return { grantee, reads, writes: 0 };
}
