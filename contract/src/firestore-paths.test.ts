import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { actionId } from './batch.ts';
import {
  actionPartPath,
  countersPath,
  importPartPath,
  importPlanPath,
  importQueuePath,
  importSitesPath,
  snapshotStatePath,
} from './firestore-paths.ts';

const NAMES = [
  (id: string, number: number) => actionPartPath('ann', id, number),
  (id: string, number: number) => importPartPath('ann', id, number),
  (id: string) => importPlanPath('ann', id),
  (id: string, number: number) => importSitesPath('ann', id, number),
  () => importQueuePath('ann'),
  () => countersPath('ann'),
  () => snapshotStatePath('ann'),
];

/** Generates ids that a client may send. Most of them end like one of our names. */
const clientId = fc
  .tuple(
    fc.stringMatching(/^[a-z][\w-]{7,11}$/),
    fc.constantFrom('', '_plan', '_sites', '_sites_0', '-part', '_0', '_1'),
  )
  .map((parts) => parts.join(''))
  .filter((id) => z.safeParse(actionId(), id).success);
const name = fc.record({
  kind: fc.nat(NAMES.length - 1),
  id: fc.oneof(clientId, fc.constantFrom('the-import', 'the-import_sites', 'the-import_plan')),
  number: fc.nat(2),
});

test('private documents of two client ids never share a name', () => {
  const namers = new Map<string, string>();
  fc.assert(
    fc.property(name, ({ kind, id, number }) => {
      const namer = NAMES[kind];
      if (namer === undefined) return;
      const used = JSON.stringify([kind, ...[id, number].slice(0, namer.length)]);
      const path = namer(id, number);
      expect(namers.get(path) ?? used).toBe(used);
      namers.set(path, used);
    }),
    { numRuns: 2000 },
  );
});
