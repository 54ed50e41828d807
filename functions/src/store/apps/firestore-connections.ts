import { CODES, codePath } from '@foldmark/contract/firestore-paths';
import { DEVICE_INTERVAL_S } from '@foldmark/contract/limits';
import { allows, type Scope } from '@foldmark/contract/scopes';
import {
  type DeviceCode,
  deviceCodeSchema,
  type StoredCode,
  storedCodeSchema,
} from '@foldmark/contract/stored-grants';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import { OAuthError, slowDown } from '#functions/errors/oauth-error.ts';
import { AppDocuments, type ApprovedCode, type Pair } from '#functions/store/apps/app-documents.ts';

/** A poll that comes a little early is not refused: the clock of a network is not exact. */
const EARLY_MS = 1000;

interface Deps {
  readonly firestore: Firestore;
  readonly now: () => Date;
  readonly meter: Meter;
}

/** The app that a code or token was for. With `isReused`, it was used before, and the app must end. */
export interface Exchanged {
  readonly uid: string;
  readonly grant_id: string;
  readonly scopes: readonly Scope[];
  readonly isReused: boolean;
}

export interface Decision {
  readonly scopes: readonly Scope[];
  readonly device: string;
}

/** The documents by which apps are connected: codes, and the tokens that come of them. */
export class FirestoreConnections {
  readonly #firestore: Firestore;
  readonly #now: () => Date;
  readonly #meter: Meter;

  constructor({ firestore, now, meter }: Deps) {
    this.#firestore = firestore;
    this.#now = now;
    this.#meter = meter;
  }

  async addCode(digest: string, code: StoredCode): Promise<void> {
    await this.#firestore.doc(codePath(digest)).create(code);
    this.#meter.count({ write: 1 });
  }

  /**
   * Throws the failure `tooManyGrants`, so that the person learns it and not the app. The app of `code` makes room for itself if it is
   * connected already.
   */
  async requireRoom(uid: string, code?: StoredCode): Promise<void> {
    await this.#transaction(async (_, documents) => documents.makeRoom(uid, code));
  }

  /** The device that waits for a person to enter this code. Null if there is none. */
  async device(userCode: string): Promise<DeviceCode | null> {
    const { docs } = await this.#byUserCode(userCode).get();
    this.#meter.read(Math.max(1, docs.length));
    return this.#waiting(docs.map((snapshot) => z.parse(deviceCodeSchema, snapshot.data())));
  }

  /** Returns false if no device waits for this code. */
  async decide(uid: string, userCode: string, { scopes, device }: Decision): Promise<boolean> {
    const decision = {
      uid,
      device,
      scopes,
      approved_at: Timestamp.fromDate(this.#now()),
      ...(scopes.length === 0 && { is_denied: true }),
    };
    return this.#firestore.runTransaction(async (transaction) => {
      const { docs } = await transaction.get(this.#byUserCode(userCode));
      this.#meter.read(Math.max(1, docs.length));
      const [snapshot] = docs;
      const found = docs.map((document) => z.parse(deviceCodeSchema, document.data()));
      // The commit of this transaction has succeeded, but its answer was lost.
      if (found[0]?.uid === uid && found[0].approved_at?.toMillis() === decision.approved_at.toMillis())
        return true;
      const code = this.#waiting(found);
      if (snapshot === undefined || code === null) return false;
      transaction.update(snapshot.ref, decision);
      this.#meter.count({ write: 1 });
      return true;
    });
  }

  /** Exchanges an authorization code for tokens. `check` throws if another client had asked for it. */
  async redeem(digest: string, pair: Pair, check: (code: StoredCode) => void): Promise<Exchanged> {
    return this.#transaction(async (transaction, documents) => {
      const code = await this.#code(transaction, digest);
      if (code?.kind !== 'code') throw unknownCode();
      if (code.used_at !== undefined) return exchangedBefore(code, code.uid, pair);
      check(code);
      if (this.#isOver(code)) throw unknownCode();
      return this.#use(transaction, documents, digest, code, pair);
    });
  }

  /** Exchanges a device code for tokens, if its person has approved it. */
  async poll(digest: string, pair: Pair, check: (code: StoredCode) => void): Promise<Exchanged> {
    const polled = await this.#transaction(async (transaction, documents) => {
      const code = await this.#code(transaction, digest);
      if (code?.kind !== 'device') throw unknownCode();
      const { uid, approved_at } = code;
      if (uid !== undefined && code.used_at !== undefined) return exchangedBefore(code, uid, pair);
      check(code);
      if (this.#isOver(code)) throw new OAuthError('expired_token', 'The device code has expired.');
      if (code.is_denied === true) throw new OAuthError('access_denied', 'The person has declined.');
      if (uid !== undefined && approved_at !== undefined)
        return this.#use(transaction, documents, digest, { ...code, uid, approved_at }, pair);
      this.#notePoll(transaction, digest, code);
      return null;
    });
    if (polled === null)
      throw new OAuthError('authorization_pending', 'The person has not entered the code yet.');
    return polled;
  }

  /**
   * Replaces a refresh token by the one of the pair, which the caller has derived from it. So a client that never got the answer can
   * repeat the call at any time, until it has used the next token. After that, one of the two uses is a thief's.
   */
  async refresh(
    digest: string,
    pair: Pair,
    clientId: string,
    narrowed: readonly Scope[] | null,
  ): Promise<Exchanged> {
    return this.#transaction(async (_, documents) => {
      const token = await documents.token(digest);
      if (token === null || 'revoked_at' in token) throw unknownToken();
      const isSpent = 'spent_by' in token;
      const uid = isSpent ? token.spent_by : token.uid;
      const grant = await documents.openGrant(uid, isSpent ? token.spent_grant : token.grant_id);
      if (grant?.client_id !== clientId) throw unknownToken();
      const scopes = narrowed ?? grant.scopes;
      if (!scopes.every((scope) => allows(grant.scopes, scope)))
        throw new OAuthError('invalid_scope', 'The app does not have this scope.');
      // If the successor was used, this token has two holders.
      const latest = isSpent ? await documents.token(pair.refresh) : token;
      const isReused = latest === null || !('uid' in latest);
      if (!isReused)
        documents.renew(grant, uid, { digest, access: latest.access_tokens ?? [] }, pair, scopes);
      return { uid, grant_id: grant.grant_id, scopes, isReused };
    });
  }

  /** The app of a token, also of a used one. Null if this client has none. */
  async owner(digest: string, clientId: string): Promise<Pick<Exchanged, 'uid' | 'grant_id'> | null> {
    return this.#transaction(async (_, documents) => {
      const token = await documents.token(digest);
      if (token === null || 'revoked_at' in token) return null;
      const isSpent = 'spent_by' in token;
      const uid = isSpent ? token.spent_by : token.uid;
      const grant = await documents.openGrant(uid, isSpent ? token.spent_grant : token.grant_id);
      return grant?.client_id === clientId ? { uid, grant_id: grant.grant_id } : null;
    });
  }

  async #use(
    transaction: Transaction,
    documents: AppDocuments,
    digest: string,
    code: ApprovedCode,
    pair: Pair,
  ): Promise<Exchanged> {
    await documents.connect(code, pair);
    transaction.update(this.#firestore.doc(codePath(digest)), {
      used_at: Timestamp.fromDate(this.#now()),
      used_for: pair.access,
    });
    return exchangedBy(code, code.uid);
  }

  /** Throws if a device asks too often. */
  #notePoll(transaction: Transaction, digest: string, { polled_at }: DeviceCode): void {
    const now = this.#now();
    const next = (polled_at?.toMillis() ?? 0) + DEVICE_INTERVAL_S * 1000 - EARLY_MS;
    if (now.getTime() < next) throw slowDown();
    transaction.update(this.#firestore.doc(codePath(digest)), { polled_at: Timestamp.fromDate(now) });
    this.#meter.count({ write: 1 });
  }

  #byUserCode(userCode: string) {
    // Two devices with one code would be a danger: the person could approve the wrong one.
    return this.#firestore.collection(CODES).where('user_code', '==', userCode).limit(2);
  }

  #waiting(found: readonly DeviceCode[]): DeviceCode | null {
    const open = found.filter((code) => !this.#isOver(code));
    const [code] = open;
    if (code === undefined || open.length > 1) return null;
    return code.uid === undefined ? code : null;
  }

  #isOver({ expires_at }: StoredCode): boolean {
    return expires_at.toMillis() <= this.#now().getTime();
  }

  async #code(transaction: Transaction, digest: string): Promise<StoredCode | null> {
    const snapshot = await transaction.get(this.#firestore.doc(codePath(digest)));
    this.#meter.read(1);
    return snapshot.exists ? z.parse(storedCodeSchema, snapshot.data()) : null;
  }

  async #transaction<T>(work: (transaction: Transaction, documents: AppDocuments) => Promise<T>): Promise<T> {
    return this.#firestore.runTransaction(async (transaction) =>
      work(transaction, new AppDocuments(this.#firestore, transaction, this.#now(), this.#meter)),
    );
  }
}

function exchangedBy({ grant_id, scopes }: StoredCode, uid: string): Exchanged {
  return { uid, grant_id, scopes, isReused: false };
}

/** A transaction can find its own commit, if the answer to that was lost. Then it is no second exchange. */
function exchangedBefore(code: StoredCode, uid: string, pair: Pair): Exchanged {
  return { ...exchangedBy(code, uid), isReused: code.used_for !== pair.access };
}

function unknownCode(): OAuthError {
  return new OAuthError('invalid_grant', 'The code is wrong, or has expired.');
}

function unknownToken(): OAuthError {
  return new OAuthError('invalid_grant', 'The refresh token is wrong, has expired or was revoked.');
}
