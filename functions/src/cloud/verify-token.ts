import { Failure } from '#functions/http/failure.ts';
import type { Caller } from '#functions/services.ts';

/** What the token itself can be blamed for; anything else that goes wrong is ours. */
const BLAME: ReadonlySet<unknown> = new Set([
  'auth/argument-error',
  'auth/invalid-id-token',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

export async function verifyToken(token: string): Promise<Caller> {
  const { getAuth } = await import('firebase-admin/auth');
  const { adminApp } = await import('#functions/cloud/admin-app.ts');
  try {
    const decoded = await getAuth(adminApp()).verifyIdToken(token);
    return {
      uid: decoded.uid,
      email: decoded.email ?? '',
      emailVerified: decoded.email_verified ?? false,
      provider: decoded.firebase.sign_in_provider,
    };
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && BLAME.has(cause.code)) {
      throw new Failure('notSignedIn', { cause });
    }
    throw cause;
  }
}
