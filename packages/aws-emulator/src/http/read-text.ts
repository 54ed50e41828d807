import type { AwsRequest } from '#aws/http/message.ts';

/** Reads a body as text; null if it is longer than `limit` bytes or not UTF-8. */
export async function readText({ body }: AwsRequest, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return null;
  }
}
