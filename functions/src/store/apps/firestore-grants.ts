import type { Grant } from '@foldmark/contract/grants';
import { CODES, GRANTS, grantPath, tokenPath, userPath } from '@foldmark/contract/firestore-paths';
import { GRANT_ENDED_DAYS } from '@foldmark/contract/limits';
import {
  type LiveToken,
  type StoredGrant,
  storedCodeSchema,
  storedGrantSchema,
  type StoredToken,
  storedTokenSchema,
} from '@foldmark/contract/stored-grants';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import { AppDocuments } from '#functions/store/apps/app-documents.ts';
import { DAY_MS, timeAfter } from '#functions/store/times.ts';

const ENDED_MS = GRANT_ENDED_DAYS * DAY_MS;
/** Only a person who makes and revokes apps all the time has more. */
const LISTED_MAX = 100;

/** A personal token. */
export interface NewGrant extends Pick<Grant, 'grant_id' | 'name' | 'scopes' | 'device'> {
  readonly expires_at: Date;
}

interface Deps {
  readonly firestore: Firestore;
  readonly now: () => Date;
  readonly meter: Meter;
}

/** The documents of connected apps and of their access tokens. */
export class FirestoreGrants {
  readonly #firestore: Firestore;
  readonly #now: () => Date;
  readonly #meter: Meter;

  constructor({ firestore, now, meter }: Deps) {
    this.#firestore = firestore;
    this.#now = now;
    this.#meter = meter;
  }

  /** The token with this SHA-256. Null if there is none. */
  async token(digest: string): Promise<StoredToken | null> {
    this.#meter.read(1);
    const snapshot = await this.#firestore.doc(tokenPath(digest)).get();
    return snapshot.exists ? z.parse(storedTokenSchema, snapshot.data()) : null;
  }

  async create(uid: string, grant: NewGrant, digest: string): Promise<Grant> {
    const now = this.#now();
    const { grant_id, name, scopes } = grant;
    const times = {
      created_at: Timestamp.fromDate(now),
      expires_at: Timestamp.fromDate(grant.expires_at),
      expire_at: timeAfter(grant.expires_at, ENDED_MS),
    };
    const stored: StoredGrant = {
      ...grant,
      ...times,
      kind: 'token',
      client_id: '',
      client_host: '',
      redirect_host: '',
      open_until: times.expires_at,
      last_used_day: '',
    };
    await this.#transaction(async (transaction, documents) => {
      await Promise.all([documents.makeRoom(uid), documents.requireProfile(uid)]);
      transaction.create(this.#firestore.doc(grantPath(uid, grant_id)), stored);
      const token: LiveToken = {
        kind: 'personal',
        uid,
        grant_id,
        name,
        scopes: [...scopes],
        ...times,
        used_day: '',
      };
      transaction.create(this.#firestore.doc(tokenPath(digest)), token);
    });
    this.#meter.count({ write: 2 });
    return this.#grantOf(stored);
  }

  async list(uid: string): Promise<Grant[]> {
    const { docs } = await this.#grants(uid)
      .where('open_until', '>', timeAfter(this.#now(), -ENDED_MS))
      .orderBy('open_until', 'desc')
      .limit(LISTED_MAX)
      .get();
    this.#meter.read(Math.max(1, docs.length));
    return docs
      .map((snapshot) => this.#grantOf(z.parse(storedGrantSchema, snapshot.data())))
      .sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
  }

  async find(uid: string, grantId: string): Promise<Grant | null> {
    this.#meter.read(1);
    const snapshot = await this.#firestore.doc(grantPath(uid, grantId)).get();
    return snapshot.exists ? this.#grantOf(z.parse(storedGrantSchema, snapshot.data())) : null;
  }

  /** Ends an app, and removes from its tokens whose they were. Null if the person has no such app. */
  async revoke(uid: string, grantId: string): Promise<Grant | null> {
    const revoked = await this.#transaction(async (transaction, documents) => {
      const [snapshot, tokens] = await Promise.all([
        transaction.get(this.#firestore.doc(grantPath(uid, grantId))),
        documents.tokensOf(uid, grantId),
      ]);
      this.#meter.read(1);
      return snapshot.exists ? documents.end(uid, z.parse(storedGrantSchema, snapshot.data()), tokens) : null;
    });
    return revoked && this.#grantOf(revoked);
  }

  /** The ids of the active apps that were made before a time. */
  async open(uid: string, beforeMs: number): Promise<readonly string[]> {
    const open = await this.#transaction(async (_, documents) => documents.open(uid));
    return open.filter(({ created_at }) => created_at.toMillis() < beforeMs).map(({ grant_id }) => grant_id);
  }

  /** Records the day of a call, once a day. */
  async setUsed(digest: string, { uid, grant_id }: LiveToken, day: string): Promise<void> {
    const batch = this.#firestore.batch();
    batch.update(this.#firestore.doc(tokenPath(digest)), { used_day: day });
    batch.update(this.#firestore.doc(grantPath(uid, grant_id)), { last_used_day: day });
    await batch.commit();
  }

  /** Removes the codes that the person has approved before a time, so that no app gets tokens for them. */
  async removeCodes(uid: string, beforeMs: number): Promise<void> {
    const { docs } = await this.#firestore.collection(CODES).where('uid', '==', uid).get();
    const earlier = docs.filter((snapshot) => {
      const { approved_at } = z.parse(storedCodeSchema, snapshot.data());
      return (approved_at?.toMillis() ?? 0) < beforeMs;
    });
    this.#meter.count({ read: Math.max(1, docs.length), write: earlier.length });
    const batch = this.#firestore.batch();
    for (const { ref } of earlier) batch.delete(ref);
    await batch.commit();
  }

  async #transaction<T>(work: (transaction: Transaction, documents: AppDocuments) => Promise<T>): Promise<T> {
    return this.#firestore.runTransaction(async (transaction) =>
      work(transaction, new AppDocuments(this.#firestore, transaction, this.#now(), this.#meter)),
    );
  }

  #grants(uid: string) {
    return this.#firestore.collection(`${userPath(uid)}/${GRANTS}`);
  }

  #grantOf(stored: StoredGrant): Grant {
    const { grant_id, kind, name, scopes, device, client_host, last_used_day } = stored;
    const { created_at, expires_at, open_until, revoked_at } = stored;
    const isOpen = open_until.toMillis() > this.#now().getTime();
    return {
      grant_id,
      kind,
      name,
      scopes,
      device,
      client_host,
      last_used_day,
      created_at: created_at.toDate(),
      expires_at: expires_at.toDate(),
      state: isOpen ? 'active' : revoked_at === undefined ? 'expired' : 'revoked',
    };
  }
}
