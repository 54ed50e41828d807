import { REQUEST_MAX_BYTES, REQUEST_MAX_DEPTH } from '@foldmark/contract/limits';

import { Failure } from '#functions/errors/failure.ts';
import type { ApiRequest } from '#functions/http/message.ts';

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** Rejects a body by type and size before any other work for the caller. */
export function checkEnvelope(request: ApiRequest): void {
  const announced = Number(request.header('content-length') ?? 0);
  const size = request.body?.byteLength ?? announced;
  if (size > REQUEST_MAX_BYTES) throw new Failure('tooLarge');
  if (size > 0 && !JSON_TYPE.test(request.header('content-type') ?? '')) throw new Failure('wrongType');
}

/** Returns the JSON object in the body. An empty body counts as `{}`. */
export function parseBody(body: Uint8Array | undefined): object {
  if (body === undefined || body.byteLength === 0) return {};
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Failure('notAnObject');
  checkShape(value, 1);
  return value;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new Failure('malformed', { cause });
  }
}

function checkShape(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > REQUEST_MAX_DEPTH) throw new Failure('tooDeep');
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw new Failure('forbiddenKey');
    checkShape(inner, depth + 1);
  }
}
