import type { Path } from '@foldmark/contract/endpoints';
import type { FailureCode } from '@foldmark/contract/failures';

/**
 * The calls that are idempotent as the client sends them: with an idempotency key if they create something, and with the new
 * state instead of a toggle. They are retried if the connection is lost before the answer.
 */
const REPEATABLE = {
  '/health/': true,
  '/users/bot-challenge/': true,
  // A solved challenge can be used only once.
  '/users/login-register/': false,
  '/users/get/': true,
  '/users/get-auth/': true,
  '/users/update/': true,
  // After a deletion, the account can make no second call.
  '/users/delete/': false,
  '/favorites/list/': true,
  '/favorites/toggle/': true,
  '/folders/get/': true,
  '/folders/list/': true,
  '/folders/create/': true,
  '/folders/update/': true,
  '/folders/update-parent/': true,
  '/folders/update-image/': true,
  '/folders/add-link/': true,
  '/folders/remove-link/': true,
  '/folders/delete/': true,
  '/folder-links/list/': true,
  '/links/get/': true,
  '/links/list/': true,
  '/links/create/': true,
  '/links/update/': true,
  '/links/update-image/': true,
  '/links/delete/': true,
  '/trash/empty/': true,
  '/batch/': true,
  '/actions/undo/': true,
  '/uploads/grant/': true,
} as const satisfies Record<Path, boolean>;

export function isRepeatable(path: Path): boolean {
  return REPEATABLE[path];
}

/** The failures that mean that the change was made before, by an earlier try or another device. They count as success. */
const DONE_ALREADY: Partial<Record<Path, FailureCode>> = {
  '/folders/remove-link/': 'notInFolder',
  '/folders/delete/': 'noSuchFolder',
  '/links/delete/': 'noSuchLink',
};

export function isDoneAlready(path: Path, failure: FailureCode | null): boolean {
  return failure !== null && DONE_ALREADY[path] === failure;
}
