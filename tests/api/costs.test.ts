import { isPath } from '@foldmark/contract/endpoints';
import { expect, inject, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { layLibrary } from '#tests/api/library.ts';
import { inputOf, PROMISES, SCENARIOS } from '#tests/api/promised-costs.ts';
import { type Answer, personOf, register, signUp, solvedChallenge } from '#tests/api/support.ts';
import { uploadImage } from '#tests/api/upload-image.ts';

const firestore = openFirestore();

async function billOf(call: () => Promise<Answer>): Promise<object> {
  const { firestoreHost, projectId } = inject('suite');
  const url = `http://${firestoreHost}/emulator/v1/projects/${projectId}/usage`;
  await fetch(url, { method: 'DELETE' });
  const { status } = await call();
  expect(status).toBeLessThan(300);
  const bill: Record<string, number> = JSON.parse(await (await fetch(url)).text());
  return { reads: String(bill['reads']), writes: String(bill['writes']), deletes: String(bill['deletes']) };
}

test.each(PROMISES.filter(({ path }) => path !== '/users/login-register/'))(
  '$row reads $reads, writes $writes, deletes $deletes',
  async ({ row, path, reads, writes, deletes }) => {
    const scenario = SCENARIOS[row] ?? {};
    const { minimal, repeated, trashed } = scenario;
    if (!isPath(path)) throw new Error(`${path} is no call.`);
    const person = await register();
    await layLibrary(firestore, person.uid, trashed);
    const input = await inputOf(scenario, async (kind) => uploadImage(person, kind));
    const headers: Record<string, string> = {
      'idempotency-key': crypto.randomUUID(),
      ...(minimal === true ? { prefer: 'return=minimal' } : {}),
    };
    if (repeated === true) await person.call(path, input, headers);
    expect(await billOf(async () => person.call(path, input, headers))).toEqual({ reads, writes, deletes });
  },
);

test('a registration and a login cost what the document says', async () => {
  const account = await signUp();
  const input = { uid: account.uid, time_zone_abbreviation: 'CET', bot_check: await solvedChallenge() };
  for (const row of ['the first time', 'again']) {
    const { path, row: _row, ...promise } = PROMISES.find((one) => one.row.endsWith(` ${row}`)) ?? {};
    expect(path).toBe('/users/login-register/');
    expect(await billOf(async () => personOf(account).call('/users/login-register/', input))).toEqual(
      promise,
    );
  }
});

test('the document has a row for every scenario', () => {
  const rows = PROMISES.map(({ row }) => row).filter((row) => !row.startsWith('/users/login-register/'));
  expect(rows.sort()).toEqual(Object.keys(SCENARIOS).sort());
});
