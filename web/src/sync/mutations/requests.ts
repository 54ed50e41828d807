import type { Path } from '@foldmark/contract/endpoints';

import type { ApiError } from '#web/api/api-error.ts';

/** Errors after which the server has changed nothing. After any other error the outcome is unknown. */
const NOTHING_DONE: ReadonlySet<ApiError['code']> = new Set(['refused', 'unauthorized', 'cancelled']);

/**
 * Chooses the idempotency key of each request. If the outcome of a request is unknown, the next request with the same
 * content gets the same key, so the server does not execute it twice.
 */
export class Requests {
  readonly #newKey: () => string;
  readonly #inDoubt = new Map<string, string>();

  constructor(newKey: () => string) {
    this.#newKey = newKey;
  }

  keyFor(path: Path, input: unknown): string {
    const content = contentOf(path, input);
    const key = this.#inDoubt.get(content) ?? this.#newKey();
    this.#inDoubt.delete(content);
    return key;
  }

  failed(path: Path, input: unknown, key: string, error: ApiError): void {
    if (!NOTHING_DONE.has(error.code)) this.#inDoubt.set(contentOf(path, input), key);
  }
}

function contentOf(path: Path, input: unknown): string {
  return `${path} ${JSON.stringify(input)}`;
}
