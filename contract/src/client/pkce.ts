const RANDOM_BYTES = 32;

/** The proof of a client that it has asked for the code that it exchanges (RFC 7636, with S256). */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export async function newPkce(): Promise<Pkce> {
  const verifier = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

/** 256 random bits as text, for a verifier or a `state`. */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
