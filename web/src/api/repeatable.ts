import type { Path } from '@foldmark/contract/endpoints';
import type { FailureCode } from '@foldmark/contract/failures';

/**
 * Calls that do no harm when they are done twice, so that they may be sent again where the connection was lost before
 * an answer came: as we call them, with a key where they make something, with the state that is wanted, with what was to
 * be seen in the trash.
 */
const REPEATABLE = {
  '/health/': true,
  '/users/bot-challenge/': true,
  // A challenge counts once.
  '/users/login-register/': false,
  '/users/get/': true,
  '/users/get-auth/': true,
  '/users/update/': true,
  // There is nobody left to ask.
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
  '/uploads/grant/': true,
} as const satisfies Record<Path, boolean>;

export function isRepeatable(path: Path): boolean {
  return REPEATABLE[path];
}

/** What a call is told when it was done already, by itself or by somebody else: all is as it is to be. */
const DONE_ALREADY: Partial<Record<Path, FailureCode>> = {
  '/folders/remove-link/': 'notInFolder',
  '/folders/delete/': 'noSuchFolder',
  '/links/delete/': 'noSuchLink',
};

export function isDoneAlready(path: Path, failure: FailureCode | null): boolean {
  return failure !== null && DONE_ALREADY[path] === failure;
}
