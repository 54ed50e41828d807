import { pbkdf2Sync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { solveChallenge } from './solve-challenge.ts';

const PARAMETERS = {
  algorithm: 'PBKDF2/SHA-256',
  nonce: '00112233445566778899aabbccddeeff',
  salt: 'ffeeddccbbaa99887766554433221100',
  cost: 10,
  keyLength: 32,
  keySignature: 'key signature',
  expiresAt: 1_900_000_000,
};

/** The derived key that the server would expect for a counter. */
function keyFor(counter: number): string {
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(counter);
  const password = Buffer.concat([Buffer.from(PARAMETERS.nonce, 'hex'), tail]);
  return pbkdf2Sync(password, Buffer.from(PARAMETERS.salt, 'hex'), 10, 32, 'sha256').toString('hex');
}

describe('solveChallenge', () => {
  it.each([0, 1, 300])('finds the counter %i and sends it back with the challenge', async (counter) => {
    const derivedKey = keyFor(counter);
    const challenge = {
      parameters: { ...PARAMETERS, keyPrefix: derivedKey.slice(0, 32) },
      signature: 'signed',
    };
    const payload: unknown = JSON.parse(atob(await solveChallenge(challenge)));
    expect(payload).toEqual({ challenge, solution: { counter, derivedKey } });
  });
});
