import { createHash } from 'node:crypto';

/**
 * The public half of an RSA key, from which Chrome derives the id of an unpacked extension. Without it, the id would depend on the
 * folder. The private half is not stored: the store signs with a key of its own, and that id then takes the place of this one.
 */
export const CHROME_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAoKqlFYLXCQFsoOzrqdq/CZHADCZKGpK5blR2DmzyjmHnj9pGfA2d4RUjxoQrjaavmDgK6YcVAeHn4UegN2zV+hGHdylkqnOh6++1VM0vp48aAg7YKPYi93v6vkZ0jzEt37wfWi3YccwYf8EVBhgIWLX3GONzaWSb0sFcBYPsqmww+ICiMdYlRzL7F+FtvL+j9a5aRY/Rz9l9kEp1iSY/3qyx3B2vJFBRSMNumD9Ns0qa3kARAFR57CWAGhwRN0Kh0AZYfvdu+HirzMEy7yTTE4nOFEDwSDv2pvqNQy8qUDpmYwf6HvAJeaxXyi1iisSdyy27PiPBCmxLsoj49WFEHwIDAQAB';

/** Firefox takes the id from the manifest. */
export const FIREFOX_ID = 'extension@foldmark.web.app';

/** The start of the SHA-256 of the key, written with the letters a to p. */
export function chromeId(key: string): string {
  const hash = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  return hash.replaceAll(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));
}

/** The addresses to which `identity.launchWebAuthFlow` can return: `identity.getRedirectURL()` in each browser. */
export const REDIRECTS = {
  chrome: `https://${chromeId(CHROME_KEY)}.chromiumapp.org/`,
  firefox: `https://${createHash('sha1').update(FIREFOX_ID).digest('hex')}.extensions.allizom.org/`,
} as const;
