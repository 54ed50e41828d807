import { createHmac, randomBytes } from 'node:crypto';

import { isToken, newToken, TOKEN_PREFIXES } from '@foldmark/contract/access-tokens';
import { AUTHORIZATION_CODE_MS, DEVICE_CODE_S, USER_CODE_TRIES } from '@foldmark/contract/limits';
import type { Scope } from '@foldmark/contract/scopes';
import type { AuthorizationCode, DeviceCode } from '@foldmark/contract/stored-grants';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';

import type { Meter } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import { OAuthError } from '#functions/errors/oauth-error.ts';
import { tokenDigest } from '#functions/grants/token-checks.ts';
import { requireSameClient, requireSameRequest } from '#functions/oauth/authorization.ts';
import { Tries } from '#functions/oauth/tries.ts';
import { newUserCode, userCodeOf } from '#functions/oauth/user-code.ts';
import type {
  Approval,
  Asked,
  Connections,
  DeviceDecision,
  Exchange,
  Tokens,
} from '#functions/services/connections.ts';
import type { Grants } from '#functions/services/grants.ts';
import type { Pair } from '#functions/store/apps/app-documents.ts';
import { type Exchanged, FirestoreConnections } from '#functions/store/apps/firestore-connections.ts';
import { DAY_MS, timeAfter } from '#functions/store/times.ts';

const GUESSES_MS = 10 * 60_000;
const CODE_BYTES = 32;

interface Deps {
  readonly firestore: () => Promise<Firestore>;
  readonly grants: (meter: Meter) => Promise<Grants>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly secret: string;
}

/** Connects apps. Each call counts its costs with its own meter. */
export function connectionsOf(deps: Deps): (meter: Meter) => Connections {
  const guesses = new Tries({ most: USER_CODE_TRIES, windowMs: GUESSES_MS, now: deps.now });
  return (meter) => new FirestoreAppConnections(deps, guesses, meter);
}

class FirestoreAppConnections implements Connections {
  readonly #deps: Deps;
  readonly #guesses: Tries;
  readonly #meter: Meter;

  constructor(deps: Deps, guesses: Tries, meter: Meter) {
    this.#deps = deps;
    this.#guesses = guesses;
    this.#meter = meter;
  }

  async approve(uid: string, approval: Approval): Promise<string> {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    const now = this.#deps.now();
    const stored: AuthorizationCode = {
      ...approval,
      kind: 'code',
      uid,
      grant_id: this.#deps.newId(),
      approved_at: Timestamp.fromDate(now),
      ...endOf(now, AUTHORIZATION_CODE_MS),
    };
    const store = await this.#store();
    await store.requireRoom(uid, stored);
    await store.addCode(tokenDigest(code), stored);
    return code;
  }

  async offer(asked: Asked): Promise<{ readonly device_code: string; readonly user_code: string }> {
    const device_code = randomBytes(CODE_BYTES).toString('base64url');
    const user_code = newUserCode(randomBytes);
    const stored: DeviceCode = {
      ...asked,
      kind: 'device',
      device: '',
      grant_id: this.#deps.newId(),
      user_code,
      ...endOf(this.#deps.now(), DEVICE_CODE_S * 1000),
    };
    await (await this.#store()).addCode(tokenDigest(device_code), stored);
    return { device_code, user_code };
  }

  async device(uid: string, userCode: string): Promise<DeviceCode> {
    return this.#guess(uid, userCode, async (code) => (await this.#store()).device(code));
  }

  async decide(uid: string, userCode: string, decision: DeviceDecision): Promise<void> {
    const store = await this.#store();
    if (decision.scopes.length > 0) await store.requireRoom(uid);
    await this.#guess(uid, userCode, async (code) => (await store.decide(uid, code, decision)) || null);
  }

  async redeem(code: string, sent: Exchange): Promise<Tokens> {
    return this.#exchange(async (store, pair) =>
      store.redeem(tokenDigest(code), pair, (stored) => {
        requireSameClient(stored, sent);
      }),
    );
  }

  async poll(deviceCode: string, sent: Pick<Exchange, 'client_id' | 'resources'>): Promise<Tokens> {
    return this.#exchange(async (store, pair) =>
      store.poll(tokenDigest(deviceCode), pair, (stored) => {
        requireSameRequest(stored, sent);
      }),
    );
  }

  async refresh(token: string, clientId: string, scopes: readonly Scope[] | null): Promise<Tokens> {
    return this.#exchange(
      async (store, pair) => store.refresh(tokenDigest(token), pair, clientId, scopes),
      refreshTokenAfter(token, this.#deps.secret),
    );
  }

  async revoke(token: string, clientId: string): Promise<void> {
    // A personal token is of no client. Its person revokes it in Settings.
    if (!isToken(token) || token.startsWith(TOKEN_PREFIXES.personal)) return;
    const owner = await (await this.#store()).owner(tokenDigest(token), clientId);
    if (owner !== null) await this.#end(owner);
  }

  /** Makes the tokens of an exchange, and ends the app if the exchange is the second one. */
  async #exchange(
    give: (store: FirestoreConnections, pair: Pair) => Promise<Exchanged>,
    refresh_token = newToken('refresh', randomBytes),
  ): Promise<Tokens> {
    const access_token = newToken('access', randomBytes);
    const pair = { access: tokenDigest(access_token), refresh: tokenDigest(refresh_token) };
    const exchanged = await give(await this.#store(), pair);
    if (!exchanged.isReused) return { access_token, refresh_token, scopes: exchanged.scopes };
    await this.#end(exchanged);
    throw new OAuthError('invalid_grant', 'It was used before, so the app is no longer connected.');
  }

  async #guess<T>(uid: string, typed: string, find: (code: string) => Promise<T | null>): Promise<T> {
    this.#guesses.take(uid);
    const code = userCodeOf(typed);
    const found = code === null ? null : await find(code);
    if (found === null) throw new Failure('wrongUserCode');
    this.#guesses.giveBack(uid);
    return found;
  }

  async #end({ uid, grant_id }: Pick<Exchanged, 'uid' | 'grant_id'>): Promise<void> {
    await (await this.#deps.grants(this.#meter)).revoke(uid, grant_id);
  }

  async #store(): Promise<FirestoreConnections> {
    const { firestore, now } = this.#deps;
    return new FirestoreConnections({ firestore: await firestore(), now, meter: this.#meter });
  }
}

/** The refresh token that follows another. A repeated refresh gives the same one, so a client that lost the answer loses nothing. */
function refreshTokenAfter(token: string, secret: string): string {
  let round = 0;
  return newToken('refresh', () => {
    round += 1;
    // The label keeps this key apart from those of the bot check and of client ids.
    return createHmac('sha512', `refresh token:${secret}`).update(`${round} ${token}`).digest();
  });
}

/** For a day after its end, a code that is used a second time is known. */
function endOf(now: Date, ms: number): { readonly expires_at: Timestamp; readonly expire_at: Timestamp } {
  return { expires_at: timeAfter(now, ms), expire_at: timeAfter(now, ms + DAY_MS) };
}
