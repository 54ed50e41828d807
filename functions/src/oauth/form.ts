import { OAuthError } from '#functions/errors/oauth-error.ts';

/** The parameters of a request of OAuth. Each can be there once, except for `resource` (RFC 8707). */
export class Form {
  readonly #parameters: URLSearchParams;

  constructor(text: string) {
    this.#parameters = new URLSearchParams(text);
  }

  /** Throws `invalid_request` if a parameter is there twice: two readers could see different ones. */
  requireSingle(): void {
    const seen = new Set<string>();
    for (const name of this.#parameters.keys()) {
      if (name !== 'resource' && seen.has(name))
        throw new OAuthError('invalid_request', 'A parameter is repeated.');
      seen.add(name);
    }
  }

  /** Null if the parameter is missing, empty or repeated. */
  get(name: string): string | null {
    const values = this.#parameters.getAll(name);
    return values.length === 1 ? (values[0] ?? '') || null : null;
  }

  need(name: string): string {
    const value = this.get(name);
    if (value === null) throw new OAuthError('invalid_request', `${name} is missing.`);
    return value;
  }

  /** Without the empty ones, which count as missing (RFC 6749, 3.1). */
  all(name: string): readonly string[] {
    return this.#parameters.getAll(name).filter((value) => value !== '');
  }
}
