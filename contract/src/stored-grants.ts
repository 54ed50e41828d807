import * as z from 'zod/mini';

import { scopeSchema } from './scopes.ts';
import { timestampSchema } from './stored.ts';

/** A connected app. Only the API reads it. */
export const storedGrantSchema = z.object({
  grant_id: z.string(),
  kind: z.enum(['token', 'app']),
  name: z.string(),
  scopes: z.array(scopeSchema),
  device: z.prefault(z.string(), ''),
  created_at: timestampSchema,
  last_used_day: z.prefault(z.string(), ''),
  /** When its token expires. */
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
  uid: z.string(),
  grant_id: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  created_at: timestampSchema,
  expires_at: timestampSchema,
  /** The last UTC day with a call. */
  used_day: z.prefault(z.string(), ''),
  /** A TTL policy purges the document. */
  expire_at: timestampSchema,
});
export type LiveToken = z.infer<typeof liveTokenSchema>;

export const revokedTokenSchema = z.object({ revoked_at: timestampSchema, expire_at: timestampSchema });

export const storedTokenSchema = z.union([revokedTokenSchema, liveTokenSchema]);
export type StoredToken = z.infer<typeof storedTokenSchema>;
