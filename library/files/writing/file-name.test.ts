import { expect, test } from 'vitest';

import { exportFileName } from './file-name.ts';

const DATE = new Date(2026, 2, 5, 23, 59);

test.each([
  ['', 'foldmark-2026-03-05.csv'],
  ['Reading list', 'foldmark-Reading-list-2026-03-05.csv'],
  ['../../etc/passwd', 'foldmark-etc-passwd-2026-03-05.csv'],
  ['C:\\con "x" <y>|?*\n', 'foldmark-C-con-x-y-2026-03-05.csv'],
  ['.. -', 'foldmark-2026-03-05.csv'],
  ['旅行 😀', 'foldmark-旅行-😀-2026-03-05.csv'],
  ['gpj.\u202eexe', 'foldmark-gpj.-exe-2026-03-05.csv'],
  [`a${'😀'.repeat(300)}`, `foldmark-a${'😀'.repeat(29)}-2026-03-05.csv`],
])('the file of %j is %s', (part, name) => {
  expect(exportFileName(part, DATE, 'csv')).toBe(name);
});
