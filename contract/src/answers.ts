import * as z from 'zod/mini';

import { LIBRARY_COLLECTIONS } from '@foldmark/library/entities/collections';

/** The body of every failed call. */
export const failureAnswerSchema = z.object({
  /** The cause, for programs: a `FailureCode`, or 'invalid' for an input that does not match the contract. */
  code: z.optional(z.string()),
  primary_error: z.optional(z.string()),
  errors: z.optional(z.array(z.string())),
  /** For status 500: the id of the request's log entry. */
  request_id: z.optional(z.string()),
});
export type FailureAnswer = z.infer<typeof failureAnswerSchema>;

export const healthSchema = z.object({ ok: z.literal(true), version: z.string() });

/** A proof-of-work challenge of ALTCHA (version 2). The solution goes back as base64 of `{challenge, solution}`. */
export const botChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** In seconds since 1970. */
    expiresAt: z.int(),
  }),
  signature: z.string(),
});
export type BotChallenge = z.infer<typeof botChallengeSchema>;

/** An identity of the identity pool and a token to exchange for credentials for one upload. */
export const uploadGrantedSchema = z.object({ identity_id: z.string(), token: z.string() });
export type UploadGranted = z.infer<typeof uploadGrantedSchema>;

export const accountDeletedSchema = z.object({
  user_id: z.string(),
  /** Always empty, because images are deleted too. Earlier versions of the app reject an answer without this field. */
  remaining_uploads: z.array(z.string()),
});

export const snapshotAskedSchema = z.object({
  /** True if a new snapshot will be written. */
  asked: z.boolean(),
});

/** `id`, `updated_at` in microseconds, and the values of `columns`, without trailing default values. A deleted one has no values. */
const rowSchema = z.readonly(z.array(z.unknown()));

function perCollection<S extends z.ZodMiniType>(schema: S) {
  const [links, folders, folder_links, favorites] = LIBRARY_COLLECTIONS;
  return z.object({ [links]: schema, [folders]: schema, [folder_links]: schema, [favorites]: schema });
}

export const libraryChangesSchema = z.object({
  /** True if the rows are the first ones of the whole library: then drop the copy, and start a new one. */
  restart: z.boolean(),
  /** The names of the values of a row, after its id and its timestamp. */
  columns: perCollection(z.array(z.string())),
  rows: perCollection(z.array(rowSchema)),
  /** For the next call. */
  since: z.string(),
  /** True if more rows are there already. */
  more: z.boolean(),
});
export type LibraryChanges = z.infer<typeof libraryChangesSchema>;
