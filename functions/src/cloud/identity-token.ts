const METADATA =
  'http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/identity';
const HOUR_SECONDS = 3600;

/** An ID token of the function's service account for one audience, signed by Google. Only the metadata server issues it. */
export async function googleIdentityToken(audience: string, timeoutMs: number): Promise<string> {
  const url = new URL(METADATA);
  url.searchParams.set('audience', audience);
  const response = await fetch(url, {
    headers: { 'Metadata-Flavor': 'Google' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the metadata server answered ${response.status}`);
  return response.text();
}

/** The same claims without a signature, for the AWS emulator. */
export function localIdentityToken(audience: string, account: string, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const header = { alg: 'none', typ: 'JWT' };
  const payload = {
    iss: 'https://accounts.google.com',
    aud: audience,
    azp: account,
    sub: account,
    iat: issuedAt,
    exp: issuedAt + HOUR_SECONDS,
  };
  const [head = '', body = ''] = [header, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return `${head}.${body}.`;
}
