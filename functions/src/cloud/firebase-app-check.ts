import type { AppCheck as FirebaseAppCheck } from 'firebase-admin/app-check';

import { codeOf } from '#functions/errors/error-fields.ts';
import { Failure } from '#functions/errors/failure.ts';
import type { AppCheck } from '#functions/services/services.ts';

/** The error codes that mean an invalid token. Any other error is a server error. */
const INVALID_TOKEN: ReadonlySet<unknown> = new Set([
  'app-check/invalid-argument',
  'app-check/app-check-token-expired',
]);

export function firebaseAppCheck(appCheck: Pick<FirebaseAppCheck, 'verifyToken'>): AppCheck {
  return {
    verify: async (token) => {
      if (token === undefined || token === '') throw new Failure('unknownApp');
      await appCheck.verifyToken(token).catch((cause: unknown) => {
        throw INVALID_TOKEN.has(codeOf(cause)) ? new Failure('unknownApp', { cause }) : cause;
      });
    },
  };
}
