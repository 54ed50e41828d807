import { pbkdf2Sync } from 'node:crypto';

import type { BotChallenge } from '@foldmark/contract/answers';

/** Solves a challenge of the bot check and encodes the solution as a browser does. */
export function solutionOf(body: unknown): string {
  const challenge = Object.assign({ parameters: {}, signature: '' }, body);
  return Buffer.from(JSON.stringify({ challenge, solution: solve(challenge.parameters) })).toString('base64');
}

function solve(parameters: Partial<BotChallenge['parameters']>): { counter: number; derivedKey: string } {
  const { nonce = '', salt = '', cost = 0, keyLength = 0, keyPrefix = '' } = parameters;
  const tail = Buffer.alloc(4);
  for (let counter = 0; counter < 10_000; counter += 1) {
    tail.writeUInt32BE(counter);
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), tail]);
    const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
    if (key.startsWith(keyPrefix)) return { counter, derivedKey: key };
  }
  throw new Error('The challenge has no solution.');
}
