import { GRANTS, grantPath, TOKENS, tokenPath, userPath } from '@foldmark/contract/firestore-paths';
import { ACCESS_TOKEN_S, APP_IDLE_DAYS, GRANT_ENDED_DAYS, GRANTS_MAX_COUNT } from '@foldmark/contract/limits';
import type { Scope } from '@foldmark/contract/scopes';
import {
  type AuthorizationCode,
  type LiveToken,
  type SpentToken,
  type StoredCode,
  type StoredGrant,
  storedGrantSchema,
  type StoredToken,
  storedTokenSchema,
} from '@foldmark/contract/stored-grants';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import { DAY_MS, timeAfter } from '#functions/store/times.ts';

const ENDED_MS = GRANT_ENDED_DAYS * DAY_MS;
const IDLE_MS = APP_IDLE_DAYS * DAY_MS;

/** The digests of an access token and of the refresh token that renews it. */
export interface Pair {
  readonly access: string;
  readonly refresh: string;
}

/** A refresh token that a client has used. */
export interface Used {
  readonly digest: string;
  readonly at: Date;
  /** The digest of its access token, unless that has ended. */
  readonly access: string | undefined;
}

/** A code that a person has approved. */
export type ApprovedCode = StoredCode & Pick<AuthorizationCode, 'uid' | 'approved_at'>;

/** The documents of apps and their tokens in one transaction. Reads come before writes. */
export class AppDocuments {
  readonly #firestore: Firestore;
  readonly #transaction: Transaction;
  readonly #now: Date;
  readonly #meter: Meter;

  constructor(firestore: Firestore, transaction: Transaction, now: Date, meter: Meter) {
    this.#firestore = firestore;
    this.#transaction = transaction;
    this.#now = now;
    this.#meter = meter;
  }

  async token(digest: string): Promise<StoredToken | null> {
    const snapshot = await this.#transaction.get(this.#firestore.doc(tokenPath(digest)));
    this.#meter.read(1);
    return snapshot.exists ? z.parse(storedTokenSchema, snapshot.data()) : null;
  }

  /** Null if the app has ended, or the account is being deleted: that removes the profile first. */
  async openGrant(uid: string, grantId: string): Promise<StoredGrant | null> {
    const [profile, grant] = await Promise.all([
      this.#transaction.get(this.#firestore.doc(userPath(uid))),
      this.#transaction.get(this.#firestore.doc(grantPath(uid, grantId))),
    ]);
    this.#meter.read(2);
    if (!profile.exists || !grant.exists) return null;
    const stored = z.parse(storedGrantSchema, grant.data());
    return stored.open_until.toMillis() > this.#now.getTime() ? stored : null;
  }

  /** Connects the app of a code, in place of an earlier connection of the same app. */
  async connect(code: ApprovedCode, pair: Pair): Promise<void> {
    const { uid, grant_id, name, scopes } = code;
    const open = this.#firestore
      .collection(`${userPath(uid)}/${GRANTS}`)
      .where('open_until', '>', Timestamp.fromDate(this.#now));
    const [profile, { docs }] = await Promise.all([
      this.#transaction.get(this.#firestore.doc(userPath(uid))),
      this.#transaction.get(open.limit(GRANTS_MAX_COUNT)),
    ]);
    this.#meter.read(1 + Math.max(1, docs.length));
    if (!profile.exists) throw new Failure('noProfile');
    const earlier = docs
      .map((snapshot) => z.parse(storedGrantSchema, snapshot.data()))
      .filter((grant) => isReplaced(grant, code));
    if (docs.length - earlier.length >= GRANTS_MAX_COUNT) throw new Failure('tooManyGrants');
    const tokens = await Promise.all(earlier.map(async (grant) => this.tokensOf(uid, grant.grant_id)));
    for (const [index, grant] of earlier.entries()) this.end(uid, grant, tokens[index] ?? []);
    this.#create(code);
    this.#createTokens({ uid, grant_id, name, scopes, created_at: code.approved_at }, scopes, pair, '');
    this.#meter.count({ write: 4 });
  }

  /** The paths of the tokens of an app. */
  async tokensOf(uid: string, grantId: string): Promise<readonly string[]> {
    const tokens = this.#firestore
      .collection(TOKENS)
      .where('uid', '==', uid)
      .where('grant_id', '==', grantId);
    const { docs } = await this.#transaction.get(tokens);
    this.#meter.read(Math.max(1, docs.length));
    return docs.map(({ ref }) => ref.path);
  }

  /** Ends an app, unless it has ended, and removes from its tokens whose they were. Returns the app as it is then. */
  end(uid: string, grant: StoredGrant, tokens: readonly string[]): StoredGrant {
    const at = Timestamp.fromDate(this.#now);
    const expire_at = timeAfter(this.#now, ENDED_MS);
    const revoked: StoredToken = { revoked_at: at, expire_at };
    for (const path of tokens) this.#transaction.set(this.#firestore.doc(path), revoked);
    this.#meter.count({ write: tokens.length });
    if (grant.open_until.toMillis() <= this.#now.getTime()) return grant;
    const ended = { revoked_at: at, open_until: at, expire_at };
    this.#transaction.update(this.#firestore.doc(grantPath(uid, grant.grant_id)), ended);
    this.#meter.count({ write: 1 });
    return { ...grant, ...ended };
  }

  /** Replaces the tokens of an app. */
  renew(grant: StoredGrant, uid: string, used: Used, pair: Pair, scopes: readonly Scope[]): void {
    this.#spend(used.digest, uid, grant.grant_id, used.at, pair);
    if (used.access !== undefined) this.#transaction.delete(this.#firestore.doc(tokenPath(used.access)));
    this.#createTokens({ ...grant, uid }, scopes, pair, grant.last_used_day);
    const expires = timeAfter(this.#now, IDLE_MS);
    this.#transaction.update(this.#firestore.doc(grantPath(uid, grant.grant_id)), {
      expires_at: expires,
      open_until: expires,
      expire_at: timeAfter(this.#now, IDLE_MS + ENDED_MS),
    });
    this.#meter.count({ write: used.access === undefined ? 4 : 5 });
  }

  /** Ends the tokens of an answer that the client says it never got. A use of them then ends the app. */
  supersede({ spent_by, spent_grant, next_access, next_refresh }: SpentToken): void {
    this.#transaction.delete(this.#firestore.doc(tokenPath(next_access)));
    this.#spend(next_refresh, spent_by, spent_grant, this.#now, { access: '', refresh: '' });
    this.#meter.count({ write: 2 });
  }

  #spend(digest: string, uid: string, grantId: string, at: Date, next: Pair): void {
    const spent: SpentToken = {
      spent_by: uid,
      spent_grant: grantId,
      spent_at: Timestamp.fromDate(at),
      next_access: next.access,
      next_refresh: next.refresh,
      expire_at: timeAfter(this.#now, IDLE_MS),
    };
    this.#transaction.set(this.#firestore.doc(tokenPath(digest)), spent);
  }

  #create({
    uid,
    grant_id,
    client_id,
    client_host,
    redirect_host,
    name,
    scopes,
    device,
    approved_at,
  }: ApprovedCode): void {
    const expires = timeAfter(this.#now, IDLE_MS);
    const grant: StoredGrant = {
      grant_id,
      kind: 'app',
      name,
      client_id,
      client_host,
      redirect_host,
      scopes,
      device,
      created_at: approved_at,
      last_used_day: '',
      expires_at: expires,
      open_until: expires,
      expire_at: timeAfter(this.#now, IDLE_MS + ENDED_MS),
    };
    this.#transaction.create(this.#firestore.doc(grantPath(uid, grant_id)), grant);
  }

  /** The access token can have fewer scopes than the app. */
  #createTokens(
    {
      uid,
      grant_id,
      name,
      scopes,
      created_at,
    }: Pick<LiveToken, 'uid' | 'grant_id' | 'name' | 'scopes' | 'created_at'>,
    accessScopes: readonly Scope[],
    pair: Pair,
    used_day: string,
  ): void {
    const common = { uid, grant_id, name, created_at, used_day };
    const accessMs = ACCESS_TOKEN_S * 1000;
    const access: LiveToken = {
      ...common,
      kind: 'access',
      scopes: [...accessScopes],
      expires_at: timeAfter(this.#now, accessMs),
      // For a day it answers that it has expired.
      expire_at: timeAfter(this.#now, accessMs + DAY_MS),
    };
    const refresh: LiveToken = {
      ...common,
      kind: 'refresh',
      access: pair.access,
      scopes,
      expires_at: timeAfter(this.#now, IDLE_MS),
      expire_at: timeAfter(this.#now, IDLE_MS + ENDED_MS),
    };
    this.#transaction.create(this.#firestore.doc(tokenPath(pair.access)), access);
    this.#transaction.create(this.#firestore.doc(tokenPath(pair.refresh)), refresh);
  }
}

/**
 * Whether a new connection is the same as an earlier one. Apps on two machines have the same address, so there the browser must be the
 * same too. Devices have no address, so each stays connected.
 */
export function isReplaced(grant: StoredGrant, code: StoredCode): boolean {
  if (code.kind === 'device' || grant.client_id !== code.client_id) return false;
  if (grant.redirect_host !== code.redirect_host) return false;
  return code.redirect_uri.startsWith('https:') || grant.device === code.device;
}
