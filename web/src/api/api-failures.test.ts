import { FAILURES } from '@foldmark/contract/failures';
import { expect, test } from 'vitest';

import { ApiError } from '#web/api/api-error.ts';
import { failedAnswer, noToken, toApiError } from '#web/api/api-failures.ts';

test.each([
  ['a failure of the network', new TypeError('Failed to fetch'), 'offline'],
  ['an answer that is too slow', new DOMException('The operation timed out.', 'TimeoutError'), 'offline'],
  ['an error of the app', new Error('broken'), 'bad-answer'],
  ['a text', 'broken', 'bad-answer'],
  ['nothing', null, 'bad-answer'],
])('%s becomes an ApiError with a code and its cause', (_what, thrown, code) => {
  expect(toApiError(thrown)).toMatchObject({ code, status: 0, cause: thrown });
});

test('an aborted call is cancelled, for any thrown error', () => {
  const thrown = new TypeError('Failed to fetch');
  expect(toApiError(thrown, AbortSignal.abort())).toMatchObject({ code: 'cancelled', cause: thrown });
  expect(toApiError(thrown, new AbortController().signal)).toMatchObject({ code: 'offline' });
  const known = new ApiError('refused', ['no']);
  expect(toApiError(known, AbortSignal.abort())).toBe(known);
});

test.each(['auth/network-request-failed', 'auth/internal-error', 'auth/the-service-is-unavailable.', null])(
  'a missing token with the error %s means offline, because a retry can get one',
  (code) => {
    const thrown = code === null ? 'broken' : Object.assign(new Error(code), { code });
    expect(noToken(thrown)).toMatchObject({ code: 'offline', status: 0, cause: thrown });
  },
);

test.each(['auth/user-token-expired', 'auth/user-disabled', 'auth/invalid-refresh-token'])(
  'a missing token with the error %s means unauthorized',
  (code) => {
    expect(noToken(Object.assign(new Error('over'), { code }))).toMatchObject({
      code: 'unauthorized',
      status: 0,
      messages: [FAILURES.notSignedIn.primary_error],
    });
  },
);

test('the code of an answer identifies its failure, and its text does not', () => {
  const { status, primary_error } = FAILURES.noSuchLink;
  expect(failedAnswer(status, { code: 'noSuchLink', primary_error: 'other words' }).is('noSuchLink')).toBe(
    true,
  );
  expect(failedAnswer(status, { primary_error }).is('noSuchLink')).toBe(false);
});
