/** Consonants only, so that no code is a word. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);
/** The largest multiple of 20 in a byte. */
const FAIR_BYTES = 240;

/** Makes a code that a person can type, such as BCDF-GHJK, of random bytes. */
export function newUserCode(randomBytes: (count: number) => Uint8Array): string {
  let letters = '';
  while (letters.length < LENGTH) {
    for (const byte of randomBytes(LENGTH))
      if (byte < FAIR_BYTES && letters.length < LENGTH) letters += LETTERS.charAt(byte % LETTERS.length);
  }
  return withDash(letters);
}

/** The code that a person has typed, in any case and with any dashes and blanks. Null if it has another form. */
export function userCodeOf(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '');
  return FORM.test(letters) ? withDash(letters) : null;
}

function withDash(letters: string): string {
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
