import { newToken } from '@foldmark/contract/access-tokens';
import type { LiveToken, StoredToken } from '@foldmark/contract/stored-grants';
import { Timestamp } from 'firebase-admin/firestore';

import { TokenChecks, tokenDigest } from '#functions/grants/token-checks.ts';
import type { Account } from '#functions/services/accounts.ts';

const CREATED = Date.UTC(2026, 0, 1);

/** The token checks of one instance over a store in memory, with a clock. */
export function tokenChecks() {
  const clock = { now: CREATED + 1000 };
  const state: { account: Account | null; looked: number; revoked: string[]; used: string[] } = {
    account: {
      email: '',
      hasPassword: true,
      hasEndedSessions: false,
      sessionsEndedAt: new Date(CREATED - 1000),
    },
    looked: 0,
    revoked: [],
    used: [],
  };
  const tokens = new Map<string, StoredToken>();
  let made = 0;
  const store = {
    token: async (digest: string) => {
      state.looked += 1;
      return tokens.get(digest) ?? null;
    },
    setUsed: async (digest: string, { grant_id }: LiveToken, day: string) => {
      state.used.push(`${grant_id} ${day}`);
      const stored = tokens.get(digest);
      if (stored !== undefined && 'uid' in stored) tokens.set(digest, { ...stored, used_day: day });
    },
    removeCodes: async (uid: string) => void state.revoked.push(`codes of ${uid}`),
    open: async () => ['the-grant'],
    revoke: async (_uid: string, id: string) => {
      state.revoked.push(id);
      return null;
    },
  };
  const checks = new TokenChecks({
    store: async () => store,
    accounts: { find: async () => state.account },
    now: () => new Date(clock.now),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  /** Stores a token, and returns it. */
  const give = (fields: Partial<LiveToken> = {}): string => {
    made += 1;
    const token = unknownToken(made);
    tokens.set(tokenDigest(token), {
      kind: 'personal',
      uid: 'u1',
      grant_id: 'the-grant',
      name: 'An app',
      scopes: ['read'],
      created_at: Timestamp.fromMillis(CREATED),
      expires_at: Timestamp.fromMillis(CREATED + 30 * 24 * 60 * 60_000),
      expire_at: Timestamp.fromMillis(CREATED + 60 * 24 * 60 * 60_000),
      used_day: '',
      ...fields,
    });
    return token;
  };
  /** Replaces a token as a revocation does. */
  const revoke = (token: string) => {
    const at = Timestamp.fromMillis(clock.now);
    tokens.set(tokenDigest(token), { revoked_at: at, expire_at: at });
  };
  return { checks, clock, state, give, revoke };
}

/** A token with the right form that no person has. */
export function unknownToken(seed: number): string {
  return newToken('personal', (count) =>
    Uint8Array.from({ length: count }, (_, index) => Math.floor(seed / 62 ** (index % 4)) % 62),
  );
}
