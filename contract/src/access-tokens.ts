/**
 * Access tokens: a prefix, 30 random characters and 6 characters of CRC32 over both, so that a mistyped token needs no look-up and a
 * scanner of published code recognizes a leaked one. `fmk_pat_` is a personal token. An app that was connected by OAuth gets
 * `fmk_at_` for its calls, and `fmk_rt_` to renew it.
 */
export const TOKEN_PREFIXES = { personal: 'fmk_pat_', access: 'fmk_at_', refresh: 'fmk_rt_' } as const;
export type TokenKind = keyof typeof TOKEN_PREFIXES;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = /^fmk_(?:pat|at|rt)_[\dA-Za-z]{36}$/;
/** The largest multiple of 62 in a byte. Higher bytes would make some characters more frequent than others. */
const FAIR_BYTES = 248;
const CRC_POLYNOMIAL = 0xed_b8_83_20;

/** Makes a token of random bytes, which the caller supplies. */
export function newToken(kind: TokenKind, randomBytes: (count: number) => Uint8Array): string {
  let text: string = TOKEN_PREFIXES[kind];
  const length = text.length + RANDOM_LENGTH;
  while (text.length < length) {
    for (const byte of randomBytes(RANDOM_LENGTH))
      if (byte < FAIR_BYTES && text.length < length) text += DIGITS.charAt(byte % DIGITS.length);
  }
  return text + checksum(text);
}

/** Whether a text has the form of a token, with the right checksum. */
export function isToken(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Whether a url contains a token, or the begin of one, also with escaped underscores. */
export function hasToken(url: string): boolean {
  return /fmk(?:_|%5f)(?:pat|at|rt)(?:_|%5f)/i.test(url);
}

function checksum(text: string): string {
  let crc = 0xff_ff_ff_ff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
  }
  let rest = (crc ^ 0xff_ff_ff_ff) >>> 0;
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
