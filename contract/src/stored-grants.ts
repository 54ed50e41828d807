import * as z from 'zod/mini';

import { scopeSchema } from './scopes.ts';
import { timestampSchema } from './stored.ts';

/** A connected app. Only the API reads it. */
export const storedGrantSchema = z.object({
  grant_id: z.string(),
  kind: z.enum(['token', 'app']),
  name: z.string(),
  /** The client of OAuth, and the host that it certainly has, or the name of our own app. */
  client_id: z.prefault(z.string(), ''),
  client_host: z.prefault(z.string(), ''),
  /** The host that the browser returned to, or empty with a device code. */
  redirect_host: z.prefault(z.string(), ''),
  scopes: z.array(scopeSchema),
  device: z.prefault(z.string(), ''),
  created_at: timestampSchema,
  last_used_day: z.prefault(z.string(), ''),
  /** When its token expires. A call for new tokens sets it later. */
  expires_at: timestampSchema,
  /** Set if the person or a change of the account has ended it. */
  revoked_at: z.optional(timestampSchema),
  /** When it ends or has ended: the earlier of the two. A query for active apps compares it with the time. */
  open_until: timestampSchema,
  /** A TTL policy purges the document. */
  expire_at: timestampSchema,
});
export type StoredGrant = z.infer<typeof storedGrantSchema>;

/**
 * An access token, under its SHA-256. Only the API reads it. A revoked one has `revoked_at` and no longer says whose it was. So an
 * app learns why its token stopped working, and no query for the tokens of a person finds it.
 */
export const liveTokenSchema = z.object({
  kind: z.prefault(z.enum(['personal', 'access', 'refresh']), 'personal'),
  uid: z.string(),
  grant_id: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** When the person made the token, or approved the app. It ends if the account's sessions have ended since. */
  created_at: timestampSchema,
  expires_at: timestampSchema,
  /** The last UTC day with a call. */
  used_day: z.prefault(z.string(), ''),
  /** Of a refresh token: the digests of the app's latest access tokens, oldest first. */
  access_tokens: z.optional(z.array(z.string())),
  /** A TTL policy purges the document. */
  expire_at: timestampSchema,
});
export type LiveToken = z.infer<typeof liveTokenSchema>;

export const revokedTokenSchema = z.object({ revoked_at: timestampSchema, expire_at: timestampSchema });

/**
 * A refresh token that was used. It stays, because a use after its successor was used ends the app. Its fields have other names than
 * those of live tokens, so that no query for the live tokens of an app finds the used ones too.
 */
export const spentTokenSchema = z.object({
  spent_by: z.string(),
  spent_grant: z.string(),
  /** A TTL policy purges the document. */
  expire_at: timestampSchema,
});
export type SpentToken = z.infer<typeof spentTokenSchema>;

export const storedTokenSchema = z.union([revokedTokenSchema, spentTokenSchema, liveTokenSchema]);
export type StoredToken = z.infer<typeof storedTokenSchema>;

/** What an app asked for, and what a person approves. */
const askedFields = {
  client_id: z.string(),
  client_host: z.string(),
  redirect_host: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** The resources that the client named. */
  resources: z.array(z.string()),
  /** The browser in which the person approved it. */
  device: z.string(),
  grant_id: z.string(),
  expires_at: timestampSchema,
  /** Set when it was exchanged for tokens. A second exchange ends the app. */
  used_at: z.optional(timestampSchema),
  /** The digest of the access token that it was exchanged for. So a transaction that is run again is no second exchange. */
  used_for: z.optional(z.string()),
  /** A TTL policy purges the document. */
  expire_at: timestampSchema,
};

/** An authorization code, under its SHA-256. Only the API reads it. */
export const authorizationCodeSchema = z.object({
  ...askedFields,
  kind: z.literal('code'),
  uid: z.string(),
  approved_at: timestampSchema,
  redirect_uri: z.string(),
  /** The SHA-256 of the secret that only the client knows (PKCE). */
  challenge: z.string(),
});
export type AuthorizationCode = z.infer<typeof authorizationCodeSchema>;

/** A device code, under its SHA-256. */
export const deviceCodeSchema = z.object({
  ...askedFields,
  kind: z.literal('device'),
  user_code: z.string(),
  /** Who approved it. */
  uid: z.optional(z.string()),
  approved_at: z.optional(timestampSchema),
  is_denied: z.optional(z.boolean()),
  polled_at: z.optional(timestampSchema),
});
export type DeviceCode = z.infer<typeof deviceCodeSchema>;

export const storedCodeSchema = z.discriminatedUnion('kind', [authorizationCodeSchema, deviceCodeSchema]);
export type StoredCode = z.infer<typeof storedCodeSchema>;
