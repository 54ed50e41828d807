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

test('a missing token means offline without a network, else unauthorized', () => {
  const offline = Object.assign(new Error('offline'), { code: 'auth/network-request-failed' });
  expect(noToken(offline)).toMatchObject({ code: 'offline', status: 0 });
  for (const thrown of [
    Object.assign(new Error('over'), { code: 'auth/user-token-expired' }),
    'over',
    null,
  ]) {
    expect(noToken(thrown)).toMatchObject({
      code: 'unauthorized',
      status: 401,
      messages: [FAILURES.notSignedIn.primary_error],
    });
  }
});

test('a failure is identified by its status and its exact text', () => {
  const { status, primary_error } = FAILURES.noSuchLink;
  expect(failedAnswer(status, { primary_error }).failure).toBe('noSuchLink');
  expect(failedAnswer(400, { primary_error }).failure).toBeNull();
  expect(failedAnswer(status, { primary_error: 'something else' }).failure).toBeNull();
  expect(failedAnswer(status, { errors: [primary_error, 'and more'] }).failure).toBeNull();
});
