import type { Path } from '@foldmark/contract/endpoints';

/**
 * Calls that do no harm when they are done twice, so that they may be sent again where the connection was lost before
 * an answer came. The others create, toggle, or answer the second time that there is nothing to do.
 */
const REPEATABLE = {
  '/health/': true,
  '/users/bot-challenge/': true,
  // A challenge counts once.
  '/users/login-register/': false,
  '/users/get/': true,
  '/users/get-auth/': true,
  '/users/update/': true,
  '/users/delete/': false,
  '/favorites/list/': true,
  '/favorites/toggle/': false,
  '/folders/get/': true,
  '/folders/list/': true,
  '/folders/create/': false,
  '/folders/update/': true,
  '/folders/update-parent/': true,
  '/folders/update-image/': true,
  '/folders/add-link/': true,
  '/folders/remove-link/': false,
  '/folders/delete/': false,
  '/folder-links/list/': true,
  '/links/get/': true,
  '/links/list/': true,
  '/links/create/': false,
  '/links/update/': true,
  '/links/update-image/': true,
  '/links/delete/': false,
  // What was put there meanwhile would go too.
  '/trash/empty/': false,
} as const satisfies Record<Path, boolean>;

export function isRepeatable(path: Path): boolean {
  return REPEATABLE[path];
}
