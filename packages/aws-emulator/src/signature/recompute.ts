import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';

import type { AwsRequest } from '#aws/http/message.ts';
import type { Signature } from '#aws/signature/read-signature.ts';

const CONTENT_HASH = 'x-amz-content-sha256';

/** Computes the signature of a request with the AWS SDK's own signer. */
export async function recompute(
  request: AwsRequest,
  signature: Signature,
  secretAccessKey: string,
): Promise<string> {
  const { accessKeyId, token, region, service, signedHeaders, signedAt } = signature;
  const signer = new SignatureV4({
    credentials: { accessKeyId, secretAccessKey, ...(token === null ? {} : { sessionToken: token }) },
    region,
    service,
    sha256: Sha256,
    applyChecksum: false,
    // Only S3 signs the path unchanged, since a key may contain `..`.
    uriEscapePath: false,
  });
  const signable = new Set(signedHeaders);
  const headers: Record<string, string> = { [CONTENT_HASH]: contentHashOf(request) };
  for (const name of signedHeaders) headers[name] = request.headers[name] ?? '';
  const plain = {
    method: request.method,
    protocol: 'http:',
    hostname: 'localhost',
    path: canonicalPath(request.path),
    query: queryOf(request.query),
    headers,
  };
  const options = {
    signingDate: new Date(signedAt),
    signableHeaders: signable,
    unsignableHeaders: new Set([CONTENT_HASH, 'x-amz-date', 'x-amz-security-token']),
  };
  if (signature.form === 'header') {
    const { headers: signed } = await signer.sign(plain, options);
    return (
      /Signature=(?<signature>[0-9a-f]+)/u.exec(signed['authorization'] ?? '')?.groups?.['signature'] ?? ''
    );
  }
  const { query } = await signer.presign(plain, {
    ...options,
    expiresIn: signature.expiresSeconds ?? 0,
    unhoistableHeaders: new Set([...signable, CONTENT_HASH]),
  });
  return String(query?.['X-Amz-Signature']);
}

/** The declared hash of the body. verify-content.ts compares it with the content. */
export function contentHashOf({ headers, query }: AwsRequest): string {
  return headers[CONTENT_HASH] ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
}

/** Escapes the path as AWS does, independent of the client's escapes. */
function canonicalPath(path: string): string {
  return decodeURIComponent(path)
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/gu,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}

function queryOf(query: URLSearchParams): Record<string, string | string[]> {
  const bag: Record<string, string | string[]> = Object.create(null);
  for (const name of query.keys()) {
    const values = query.getAll(name);
    if (name !== 'X-Amz-Signature') bag[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return bag;
}
