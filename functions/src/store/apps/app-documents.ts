import { GRANTS, grantPath, TOKENS, tokenPath, userPath } from '@foldmark/contract/firestore-paths';
import {
  ACCESS_TOKEN_S,
  APP_ACCESS_TOKENS_MAX_COUNT,
  APP_IDLE_DAYS,
  GRANT_ENDED_DAYS,
  GRANTS_MAX_COUNT,
} from '@foldmark/contract/limits';
import { isExtensionHost } from '@foldmark/contract/own-clients';
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

/** A refresh token that a client uses, perhaps once more. */
export interface Used {
  readonly digest: string;
  /** The digests of the app's access tokens, oldest first. */
  readonly access: readonly string[];
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

  /** A deletion of the account removes the profile first. So no token is made for it any more. */
  async requireProfile(uid: string): Promise<void> {
    const profile = await this.#transaction.get(this.#firestore.doc(userPath(uid)));
    this.#meter.read(1);
    if (!profile.exists) throw new Failure('noProfile');
  }

  /** The active apps of a person. There are never more, because each new one needs room. */
  async open(uid: string): Promise<readonly StoredGrant[]> {
    const open = this.#firestore
      .collection(`${userPath(uid)}/${GRANTS}`)
      .where('open_until', '>', Timestamp.fromDate(this.#now));
    const { docs } = await this.#transaction.get(open.limit(GRANTS_MAX_COUNT));
    this.#meter.read(Math.max(1, docs.length));
    return docs.map((snapshot) => z.parse(storedGrantSchema, snapshot.data()));
  }

  /** Throws the failure `tooManyGrants`. Returns the apps whose place the app of the code takes. */
  async makeRoom(uid: string, code?: StoredCode): Promise<readonly StoredGrant[]> {
    const open = await this.open(uid);
    const replaced = open.filter((grant) => code !== undefined && isReplaced(grant, code));
    if (open.length - replaced.length >= GRANTS_MAX_COUNT) throw new Failure('tooManyGrants');
    return replaced;
  }

  /** Connects the app of a code, in place of an earlier connection of the same app. */
  async connect(code: ApprovedCode, pair: Pair): Promise<void> {
    const { uid, grant_id, name, scopes } = code;
    const [earlier] = await Promise.all([this.makeRoom(uid, code), this.requireProfile(uid)]);
    const tokens = await Promise.all(earlier.map(async (grant) => this.tokensOf(uid, grant.grant_id)));
    for (const [index, grant] of earlier.entries()) this.end(uid, grant, tokens[index] ?? []);
    this.#create(code);
    const app = { uid, grant_id, name, scopes, created_at: code.approved_at };
    this.#setTokens(app, scopes, pair, [pair.access]);
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

  /** Replaces a refresh token by its successor, and adds an access token. A repeat writes the same, with another access token. */
  renew(grant: StoredGrant, uid: string, used: Used, pair: Pair, scopes: readonly Scope[]): void {
    const spent: SpentToken = {
      spent_by: uid,
      spent_grant: grant.grant_id,
      expire_at: timeAfter(this.#now, IDLE_MS),
    };
    this.#transaction.set(this.#firestore.doc(tokenPath(used.digest)), spent);
    // A transaction that is run again finds its own access token.
    const access = [...new Set([...used.access, pair.access])];
    const ended = access.slice(0, -APP_ACCESS_TOKENS_MAX_COUNT);
    for (const digest of ended) this.#transaction.delete(this.#firestore.doc(tokenPath(digest)));
    const app = { ...grant, uid, used_day: grant.last_used_day };
    this.#setTokens(app, scopes, pair, access.slice(-APP_ACCESS_TOKENS_MAX_COUNT));
    const expires = timeAfter(this.#now, IDLE_MS);
    this.#transaction.update(this.#firestore.doc(grantPath(uid, grant.grant_id)), {
      expires_at: expires,
      open_until: expires,
      expire_at: timeAfter(this.#now, IDLE_MS + ENDED_MS),
    });
    this.#meter.count({ write: 4 + ended.length });
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
  #setTokens(
    {
      uid,
      grant_id,
      name,
      scopes,
      created_at,
      used_day = '',
    }: Pick<LiveToken, 'uid' | 'grant_id' | 'name' | 'scopes' | 'created_at'> & {
      readonly used_day?: string;
    },
    accessScopes: readonly Scope[],
    pair: Pair,
    accessTokens: readonly string[],
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
      access_tokens: [...accessTokens],
      scopes,
      expires_at: timeAfter(this.#now, IDLE_MS),
      expire_at: timeAfter(this.#now, IDLE_MS + ENDED_MS),
    };
    this.#transaction.set(this.#firestore.doc(tokenPath(pair.access)), access);
    this.#transaction.set(this.#firestore.doc(tokenPath(pair.refresh)), refresh);
  }
}

/**
 * Whether a new connection is the same as an earlier one. Apps on two machines have the same address, so there the browser must be the
 * same too. Devices have no address, and a person's browsers have the same extension, so each stays connected.
 */
function isReplaced(grant: StoredGrant, code: StoredCode): boolean {
  if (code.kind === 'device' || isExtensionHost(code.redirect_host)) return false;
  if (grant.client_id !== code.client_id) return false;
  if (grant.redirect_host !== code.redirect_host) return false;
  return code.redirect_uri.startsWith('https:') || grant.device === code.device;
}
