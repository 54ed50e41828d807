import { randomUUID } from 'node:crypto';

import { error, info, warn } from 'firebase-functions/logger';

import type { Services } from '#functions/services.ts';

/** The world as it is in the cloud and in the emulators. Whatever is heavy loads when it is first used. */
export function cloudServices(version: string): Services {
  return {
    version,
    log: { info, warn, error },
    now: () => new Date(),
    newId: randomUUID,
    verifyToken: async (token) => {
      const { verifyToken } = await import('#functions/cloud/verify-token.ts');
      return verifyToken(token);
    },
  };
}
