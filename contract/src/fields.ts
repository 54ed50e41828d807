import * as z from 'zod/mini';

import { STATUS_ACTIVE, STATUS_TRASHED } from './limits.ts';

/** An id of a saved thing. */
export const idSchema = z.int().check(z.positive());

export const statusSchema = z.literal([STATUS_ACTIVE, STATUS_TRASHED]);
export type Status = z.infer<typeof statusSchema>;

export const objectKindSchema = z.enum(['link', 'folder']);

/** A number above 0 in a request. */
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

/** Text that must hold something after trimming; `missing` says so, also when the field is not there at all. */
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
      // Not minLength, which would count the elements of a list too.
      z.refine((text) => text !== '', missing),
      z.overwrite((text) => (text === '' ? text : complete(text))),
      z.maxLength(maxLength, tooLong(name, maxLength)),
    );
}

/** Half a surrogate pair can't be stored as UTF-8, so it becomes U+FFFD here and not in some later step. */
function clean(text: string): string {
  return text.trim().toWellFormed();
}

function tooLong(name: string, maxLength: number): string {
  return `${name} can have at most ${maxLength} characters.`;
}
