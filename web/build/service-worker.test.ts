import { expect, test } from 'vitest';

import { neverKept } from './service-worker.ts';

const ON = { appCheck: { siteKey: 'key' } };
const OFF = { appCheck: { siteKey: '' } };

test.each([
  ['no', 'no deployment has it on', [OFF, OFF], false],
  ['its', 'one deployment has it on', [OFF, ON], true],
])('the worker keeps %s file of App Check where %s', (_file, _where, deployments, isKept) => {
  expect(neverKept(deployments).some((glob) => glob.includes('app-check'))).toBe(!isKept);
});
