import { botChallengeSchema } from '@foldmark/contract/answers';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';

import type { BotCheck } from '#functions/services/services.ts';

export interface BotCheckOptions {
  readonly secret: string;
  /** A solver derives at least this many keys and at most twice as many. */
  readonly work: number;
  readonly now: () => Date;
}

const ALGORITHM = 'PBKDF2/SHA-256';
const ITERATIONS = 1000;
const VALID_MS = 20 * 60 * 1000;

const payloadSchema = z.object({
  challenge: botChallengeSchema,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/** Proof of work with ALTCHA. It needs no third-party service and no puzzle for the user. */
export function altchaBotCheck({ secret, work, now }: BotCheckOptions): BotCheck {
  // One key signs challenges, another the expected solution.
  const signing = {
    deriveKey,
    hmacSignatureSecret: `challenge:${secret}`,
    hmacKeySignatureSecret: `solution:${secret}`,
  };
  return {
    challenge: async () =>
      z.parse(
        botChallengeSchema,
        await createChallenge({
          ...signing,
          algorithm: ALGORITHM,
          cost: ITERATIONS,
          counter: randomInt(work, 2 * work),
          expiresAt: new Date(now().getTime() + VALID_MS),
        }),
      ),
    verify: async (text) => {
      const payload = payloadOf(text);
      if (payload === null) return null;
      const { verified } = await verifySolution({ ...signing, ...payload });
      const { nonce, expiresAt } = payload.challenge.parameters;
      // The signature covers the nonce, so every encoding of one challenge has the same id.
      return verified ? { id: nonce, expiresAt: new Date(expiresAt * 1000) } : null;
    },
  };
}

function payloadOf(text: string): z.infer<typeof payloadSchema> | null {
  try {
    return z.parse(payloadSchema, JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    return null;
  }
}
