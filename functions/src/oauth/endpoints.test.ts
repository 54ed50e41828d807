import { expect, test } from 'vitest';

import { Failure } from '#functions/errors/failure.ts';
import { PROTOCOL_HANDLERS } from '#functions/oauth/endpoints.ts';
import { noServices } from '#functions/testing/no-services.ts';

test.each([
  ['/oauth/register', 'registration'],
  ['/oauth/device', 'device'],
  ['/oauth/token', 'token'],
  ['/oauth/revoke', 'token'],
] as const)('%s reads nothing for an address that has used up its rate', async (path, kind) => {
  const counted: unknown[] = [];
  const rates = {
    count: (...sent: unknown[]) => {
      counted.push(sent);
      throw new Failure('tooManyCalls');
    },
  };
  const refused = PROTOCOL_HANDLERS[path]({ body: '', address: '192.0.2.1' }, noServices({ rates }));
  await expect(refused).rejects.toMatchObject({ code: 'tooManyCalls' });
  expect(counted).toEqual([[kind, '192.0.2.1']]);
});
