import { isPath } from '@foldmark/contract/endpoints';
import { expect, test } from 'vitest';

import { billOf } from '#tests/api/bill.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import { seedLibrary } from '#tests/api/seed-library.ts';
import { inputOf, DOCUMENTED_COSTS, SCENARIOS } from '#tests/api/documented-costs.ts';
import { personOf, register, signUp, solvedChallenge } from '#tests/api/support.ts';
import { uploadImage } from '#tests/api/upload-image.ts';

const firestore = openFirestore();

const ROWS = DOCUMENTED_COSTS.filter(
  // The job would be billed at the same time. allowance.test.ts compares this row with the counted cost.
  ({ path, row }) => path !== '/users/login-register/' && SCENARIOS[row]?.startsJob !== true,
);

test.each(ROWS)(
  '$row reads $reads, writes $writes, deletes $deletes',
  async ({ row, path, reads, writes, deletes }) => {
    const scenario = SCENARIOS[row] ?? {};
    const { minimal, repeated, trashed, first = [] } = scenario;
    if (!isPath(path)) throw new Error(`${path} is not a call.`);
    const person = await register();
    await seedLibrary(firestore, person.uid, trashed);
    const input = await inputOf(scenario, async (kind) => uploadImage(person, kind));
    const headers: Record<string, string> = {
      'idempotency-key': crypto.randomUUID(),
      ...(minimal === true ? { prefer: 'return=minimal' } : {}),
    };
    for (const [before, sent] of first) await person.call(before, sent);
    if (repeated === true) await person.call(path, input, headers);
    expect(await billOf(async () => person.call(path, input, headers))).toEqual({ reads, writes, deletes });
  },
);

test('a registration and a login have the documented costs', async () => {
  const account = await signUp();
  const input = { uid: account.uid, time_zone_abbreviation: 'CET', bot_check: await solvedChallenge() };
  for (const row of ['the first time', 'again']) {
    const {
      path,
      row: _row,
      ...documented
    } = DOCUMENTED_COSTS.find((one) => one.row.endsWith(` ${row}`)) ?? {};
    expect(path).toBe('/users/login-register/');
    expect(await billOf(async () => personOf(account).call('/users/login-register/', input))).toEqual(
      documented,
    );
  }
});

test('the document has a row for every scenario', () => {
  const rows = DOCUMENTED_COSTS.map(({ row }) => row).filter(
    (row) => !row.startsWith('/users/login-register/'),
  );
  expect(rows.sort()).toEqual(Object.keys(SCENARIOS).sort());
});
