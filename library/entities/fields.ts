import * as z from 'zod/mini';

import { ROOT_FOLDER_ID, STATUS_ACTIVE, STATUS_TRASHED } from './limits.ts';

/** The id of a stored item. */
export const idSchema = z.int().check(z.positive());

export const statusSchema = z.literal([STATUS_ACTIVE, STATUS_TRASHED]);
export type Status = z.infer<typeof statusSchema>;

export const objectKindSchema = z.enum(['link', 'folder']);

/** An id in a request. */
export function idField(name: string) {
  const message = `${name} must be a whole number above 0.`;
  return z.int(message).check(z.positive(message));
}

export function statusField() {
  return z.literal(
    [STATUS_ACTIVE, STATUS_TRASHED],
    `status_id must be ${STATUS_ACTIVE} (active) or ${STATUS_TRASHED} (in the trash).`,
  );
}

/** Text that may be empty. */
export function textField(name: string, maxLength: number) {
  return z
    .string(`${name} must be text.`)
    .check(z.overwrite(clean), z.maxLength(maxLength, tooLong(name, maxLength)));
}

/** Text that must not be empty after trimming. `missing` is the error for an empty or missing field. */
export function requiredTextField(
  name: string,
  missing: string,
  maxLength: number,
  complete: (text: string) => string = (text) => text,
) {
  return z
    .string({
      error: ({ input }) => (input === undefined || input === null ? missing : `${name} must be text.`),
    })
    .check(
      z.overwrite(clean),
      // Not minLength, because it would also count the elements of a list.
      z.refine((text) => text !== '', missing),
      z.overwrite((text) => (text === '' ? text : complete(text))),
      z.maxLength(maxLength, tooLong(name, maxLength)),
    );
}

/** 0 and null both mean the root. */
export function parentFolderId() {
  const message = 'parent_folder_id must be a whole number, 0 for the root.';
  return z.pipe(
    z.nullable(z.int(message).check(z.nonnegative(message))),
    z.transform((id) => id ?? ROOT_FOLDER_ID),
  );
}

/** Replaces unpaired surrogates by U+FFFD, because UTF-8 cannot encode them and a later step would replace them. */
function clean(text: string): string {
  return text.trim().toWellFormed();
}

function tooLong(name: string, maxLength: number): string {
  return `${name} can have at most ${maxLength} characters.`;
}
