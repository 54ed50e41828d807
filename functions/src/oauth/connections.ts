import { randomBytes } from 'node:crypto';

import { isToken, newToken, TOKEN_PREFIXES } from '@foldmark/contract/access-tokens';
import { AUTHORIZATION_CODE_MS, DEVICE_CODE_S, USER_CODE_TRIES } from '@foldmark/contract/limits';
import type { AuthorizationCode, DeviceCode } from '@foldmark/contract/stored-grants';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';

import type { Meter } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import { OAuthError } from '#functions/errors/oauth-error.ts';
import { tokenDigest } from '#functions/grants/token-checks.ts';
import { requireSameClient, requireSameRequest } from '#functions/oauth/authorization.ts';
import { Tries } from '#functions/oauth/tries.ts';
import { newUserCode, userCodeOf } from '#functions/oauth/user-code.ts';
import type { Connections, Tokens } from '#functions/services/connections.ts';
import type { Grants } from '#functions/services/grants.ts';
import { type Exchanged, FirestoreConnections } from '#functions/store/firestore-connections.ts';
import { DAY_MS, timeAfter } from '#functions/store/times.ts';
import type { Pair } from '#functions/store/app-documents.ts';

const MINUTE_MS = 60_000;
/** How many wrong codes and tokens an instance looks up in a minute. A guesser can't find one, but each look-up costs a read. */
const WRONG_A_MINUTE = 600;
const CODE_BYTES = 32;

interface Deps {
  readonly firestore: () => Promise<Firestore>;
  readonly grants: (meter: Meter) => Promise<Grants>;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Connects apps. Each call counts its costs with its own meter. */
export function connectionsOf({ firestore, grants, now, newId }: Deps): (meter: Meter) => Connections {
  const wrong = new Tries({ most: WRONG_A_MINUTE, windowMs: MINUTE_MS, now });
  const guesses = new Tries({ most: USER_CODE_TRIES, windowMs: 10 * MINUTE_MS, now });
  const guessed = async <T>(uid: string, userCode: string, find: (code: string) => Promise<T | null>) => {
    guesses.require(uid);
    const code = userCodeOf(userCode);
    const found = code === null ? null : await find(code);
    if (found !== null) return found;
    guesses.add(uid);
    throw new Failure('wrongUserCode');
  };
  return (meter) => {
    const storeOf = async () => new FirestoreConnections({ firestore: await firestore(), now, meter });
    /** Makes the tokens of an exchange, and ends the app if the exchange is the second one. */
    const exchange = async (give: (store: FirestoreConnections, pair: Pair) => Promise<Exchanged>) => {
      wrong.require('');
      const [access_token, refresh_token] = [
        newToken('access', randomBytes),
        newToken('refresh', randomBytes),
      ];
      const pair = { access: tokenDigest(access_token), refresh: tokenDigest(refresh_token) };
      const exchanged = await give(await storeOf(), pair).catch((error: unknown) => {
        if (error instanceof OAuthError && error.code === 'invalid_grant') wrong.add('');
        throw error;
      });
      const { uid, grant_id, scopes, isReused } = exchanged;
      if (!isReused) return { access_token, refresh_token, scopes } satisfies Tokens;
      await (await grants(meter)).revoke(uid, grant_id);
      throw new OAuthError('invalid_grant', 'It was used before, so the app is no longer connected.');
    };
    return {
      approve: async (uid, approval) => {
        const code = randomBytes(CODE_BYTES).toString('base64url');
        const stored: AuthorizationCode = {
          ...approval,
          kind: 'code',
          uid,
          grant_id: newId(),
          approved_at: Timestamp.fromDate(now()),
          ...endOf(now(), AUTHORIZATION_CODE_MS),
        };
        const store = await storeOf();
        await store.requireRoom(uid, stored);
        await store.addCode(tokenDigest(code), stored);
        return code;
      },
      offer: async (asked) => {
        const device_code = randomBytes(CODE_BYTES).toString('base64url');
        const user_code = newUserCode(randomBytes);
        const stored: DeviceCode = {
          ...asked,
          kind: 'device',
          device: '',
          grant_id: newId(),
          user_code,
          ...endOf(now(), DEVICE_CODE_S * 1000),
        };
        await (await storeOf()).addCode(tokenDigest(device_code), stored);
        return { device_code, user_code };
      },
      device: async (uid, userCode) => guessed(uid, userCode, async (code) => (await storeOf()).device(code)),
      decide: async (uid, userCode, decision) => {
        const store = await storeOf();
        if (decision.scopes.length > 0) await store.requireRoom(uid);
        await guessed(uid, userCode, async (code) => (await store.decide(uid, code, decision)) || null);
      },
      redeem: async (code, sent) =>
        exchange(async (store, pair) =>
          store.redeem(tokenDigest(code), pair, (stored) => {
            requireSameClient(stored, sent);
          }),
        ),
      poll: async (deviceCode, sent) =>
        exchange(async (store, pair) =>
          store.poll(tokenDigest(deviceCode), pair, (stored) => {
            requireSameRequest(stored, sent);
          }),
        ),
      refresh: async (token, clientId, scopes) =>
        exchange(async (store, pair) => store.refresh(tokenDigest(token), pair, clientId, scopes)),
      revoke: async (token, clientId) => {
        // A personal token is of no client. Its person revokes it in Settings.
        if (!isToken(token) || token.startsWith(TOKEN_PREFIXES.personal)) return;
        wrong.require('');
        const owner = await (await storeOf()).owner(tokenDigest(token), clientId);
        if (owner === null) wrong.add('');
        else await (await grants(meter)).revoke(owner.uid, owner.grant_id);
      },
    };
  };
}

/** For a day after its end, a code that is used a second time is known. */
function endOf(now: Date, ms: number): { readonly expires_at: Timestamp; readonly expire_at: Timestamp } {
  return { expires_at: timeAfter(now, ms), expire_at: timeAfter(now, ms + DAY_MS) };
}
