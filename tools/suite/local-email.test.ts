import { expect, test } from 'vitest';

import { localEmailIn } from '#tools/suite/local-email.ts';

const EMULATOR = 'http://127.0.0.1:9099/emulator/action';

test.each([
  [
    'a password reset',
    `To reset the password for ada@x.test, follow this link: ${EMULATOR}?mode=resetPassword&lang=en&oobCode=c1&apiKey=k&newPassword=NEW_PASSWORD_HERE`,
    '/email-action?mode=resetPassword&lang=en&oobCode=c1&apiKey=k',
  ],
  [
    'a confirmation',
    `i  To verify the email address ada@x.test, follow this link: ${EMULATOR}?mode=verifyEmail&lang=en&oobCode=c2&apiKey=k`,
    '/email-action?mode=verifyEmail&lang=en&oobCode=c2&apiKey=k',
  ],
  [
    'a changed address',
    `To verify and change the email address from ada@x.test to new@x.test, follow this link: ${EMULATOR}?mode=verifyAndChangeEmail&oobCode=c3`,
    '/email-action?mode=verifyAndChangeEmail&oobCode=c3',
  ],
])('%s opens our own page, as the real email does', (_what, line, path) => {
  expect(localEmailIn(line)?.path).toBe(path);
});

test('the recipient of an email is read from the log line', () => {
  const line = `To verify and change the email address from ada@x.test to new@x.test, follow this link: ${EMULATOR}?oobCode=c`;
  expect(localEmailIn(line)?.to).toBe('new@x.test');
});

test('other log lines are no emails', () => {
  expect(localEmailIn('All emulators ready! View them at http://127.0.0.1:4000')).toBeNull();
});
