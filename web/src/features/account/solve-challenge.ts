import type { BotChallenge } from '@foldmark/contract/answers';

/** More attempts than any of our challenges takes. The limit ends the search for a challenge without a solution. */
const MAX_ATTEMPTS = 200_000;

/**
 * Solves an ALTCHA v2 challenge: finds the counter whose derived key starts with the required prefix. Returns the payload for
 * the API. https://altcha.org/docs/v2/proof-of-work/
 */
export async function solveChallenge(challenge: BotChallenge): Promise<string> {
  const { algorithm, cost, keyLength, keyPrefix, nonce, salt } = challenge.parameters;
  const parameters = {
    name: 'PBKDF2',
    hash: algorithm.replace(/^PBKDF2\//, ''),
    salt: bytesOf(salt),
    iterations: cost,
  };
  const nonceBytes = bytesOf(nonce);
  const password = new Uint8Array(nonceBytes.length + 4);
  password.set(nonceBytes);
  const counterBytes = new DataView(password.buffer, nonceBytes.length);
  for (let counter = 0; counter < MAX_ATTEMPTS; counter += 1) {
    counterBytes.setUint32(0, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = hexOf(await crypto.subtle.deriveBits(parameters, key, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix)) {
      return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
    }
  }
  throw new Error('The challenge has no solution.');
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
