import type { Path } from '@foldmark/contract/endpoints';

import type { ApiError } from '#web/api/api-error.ts';

/** The server has said no, so that nothing was done. After any other failure nobody knows. */
const KNOWN: ReadonlySet<ApiError['code']> = new Set(['refused', 'unauthorized', 'cancelled']);

/**
 * The key of each request. Whoever tries again what may have been done all the same, in whatever way, sends the same
 * request, so that the server does not do it twice.
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
    if (!KNOWN.has(error.code)) this.#inDoubt.set(contentOf(path, input), key);
  }
}

function contentOf(path: Path, input: unknown): string {
  return `${path} ${JSON.stringify(input)}`;
}
