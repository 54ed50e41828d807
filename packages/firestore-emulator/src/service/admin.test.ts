import { expect, test } from 'vitest';

import { silentLog } from '#firestore/log/log.ts';
import { createAdmin } from '#firestore/service/admin.ts';
import { ProjectRules } from '#firestore/service/project-rules.ts';
import { RequestRecorder } from '#firestore/service/recording/request-recorder.ts';
import { TtlSweeper } from '#firestore/service/ttl.ts';
import { createStore } from '#firestore/store/create-store.ts';
import { UsageMeter } from '#firestore/usage/usage-meter.ts';

function start() {
  const warnings: string[] = [];
  const rules = new ProjectRules();
  const log = { ...silentLog, warn: (message: string) => warnings.push(message) };
  const [store, usage] = [createStore(), new UsageMeter()];
  const recorder = new RequestRecorder(() => 0);
  const ttl = new TtlSweeper({ store, usage, policies: () => [], log });
  const admin = createAdmin({ store, usage, rules, ttl, indexes: null, recorder, now: () => 0, log });
  return { admin, rules, warnings };
}

test('setRules logs the warnings of the rules', () => {
  const { admin, rules, warnings } = start();
  admin.setRules('p', {
    content: 'service cloud.firestore { match /databases/{d}/documents { match /a/{b} { allow get; } } }',
  });
  expect(rules.of('p')).not.toBeNull();
  expect(warnings).toEqual([expect.stringMatching(/^The rules of p: .*Ruleset uses old version/u)]);
});

test('rules that do not load leave the old rules in force', () => {
  const { admin, rules } = start();
  const valid = { content: "rules_version = '2'; service cloud.firestore { match /a/{b} { allow get; } }" };
  const broken = { content: 'service cloud.firestore {' };
  admin.setRules('p', valid);
  const before = rules.of('p');
  expect(() => admin.setRules('p', broken)).toThrow(/^The rules do not load: L1:/u);
  expect(() => admin.setRules('p', valid, broken)).toThrow(/^The rules do not load: L1:/u);
  expect(rules.of('p')).toBe(before);
});

test('only a database can be cleared', async () => {
  const { admin } = start();
  await expect(admin.clear('a/b', '(default)')).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
});
