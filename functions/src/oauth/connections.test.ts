import { USER_CODE_TRIES } from '@foldmark/contract/limits';
import { expect, test } from 'vitest';

import { UNMETERED } from '#functions/allowance/meter.ts';
import { connectionsOf } from '#functions/oauth/connections.ts';
import { noGrants } from '#functions/testing/no-services.ts';

test('guesses of the code of a device count before they are looked up, so parallel ones are not free', async () => {
  const connections = connectionsOf({
    // No look-up ends.
    firestore: async () => new Promise(() => undefined),
    grants: async () => noGrants({}),
    now: () => new Date(0),
    newId: () => 'the-id',
    secret: '',
  })(UNMETERED);
  for (let guess = 0; guess < USER_CODE_TRIES; guess += 1) void connections.device('u1', 'BBBB-BBBB');
  await expect(connections.device('u1', 'BBBB-BBBB')).rejects.toMatchObject({ code: 'tooManyCalls' });
});
