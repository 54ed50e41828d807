import { createHmac, randomBytes } from 'node:crypto';

import type { Claims } from '#aws/identity/unsigned-token.ts';

/**
 * Derives identity ids from users, so that each login of a user gets the same id. Each id contains a MAC, so that `wasIssued`
 * needs no list of issued ids.
 */
export class IdentityIds {
  readonly #key: Buffer;
  readonly #region: string;

  constructor(key: Buffer, region: string) {
    this.#key = key;
    this.#region = region;
  }

  idOf({ iss, sub }: Pick<Claims, 'iss' | 'sub'>): string {
    return this.#sealed(this.#hex(`user\0${iss}\0${sub}`));
  }

  createAnonymous(): string {
    return this.#sealed(randomBytes(10).toString('hex'));
  }

  wasIssued(id: string): boolean {
    const hex = id.slice(this.#region.length + 1).replaceAll('-', '');
    return id === this.#sealed(hex);
  }

  /** A UUID of 20 hex digits, followed by 12 digits of their MAC. */
  #sealed(hex: string): string {
    const name = hex.slice(0, 20);
    const parts = [
      name.slice(0, 8),
      name.slice(8, 12),
      name.slice(12, 16),
      name.slice(16),
      this.#hex(`seal\0${name}`).slice(0, 12),
    ];
    return `${this.#region}:${parts.join('-')}`;
  }

  #hex(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }
}
