import { expect, test } from 'vitest';

import { notPrecached } from './service-worker.ts';

const ON = { appCheck: { siteKey: 'key' } };
const OFF = { appCheck: { siteKey: '' } };

test.each([
  ['excludes', 'no deployment has it on', [OFF, OFF], true],
  ['includes', 'one deployment has it on', [OFF, ON], false],
])('the precache %s the file of App Check if %s', (_verb, _condition, deployments, isExcluded) => {
  expect(notPrecached(deployments).some((glob) => glob.includes('app-check'))).toBe(isExcluded);
});
