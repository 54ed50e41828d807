import { expect, test } from 'vitest';

import { CheckSkipped } from './check.ts';
import { deployInSteps } from './deploy-steps.ts';

const FIELD = 'projects/p/databases/(default)/collectionGroups/links/fields/updated_at';
const building = [{ name: FIELD, indexConfig: { indexes: [{ state: 'READY' }, { state: 'CREATING' }] } }];
const ready = [
  { name: FIELD, indexConfig: { indexes: [{ state: 'READY' }] } },
  { name: FIELD, indexConfig: {} },
];

/** A deployment whose first tries fail, and whose indexes are ready after some polls. */
function deployment({ failures = 0, looks = 0, reason = '' }) {
  const did: string[] = [];
  const said: string[] = [];
  let failed = 0;
  let looked = 0;
  const done = deployInSteps('p', {
    deploy: async (only) => {
      did.push(only);
      return only !== 'firestore' || ++failed > failures;
    },
    cli: async (command, args) => {
      if (reason !== '') throw new CheckSkipped(reason);
      did.push(`${command} ${args.at(-1) ?? ''}`);
      return ++looked > looks ? ready : building;
    },
    say: (line) => void said.push(line),
    pause: async () => undefined,
  });
  return { did, said, done };
}

test('the functions wait until Firestore has built its indexes', async () => {
  const { did, said, done } = deployment({ looks: 2 });
  await done;
  expect(did).toEqual(['firestore', ...Array(3).fill('gcloud --project=p'), 'functions,hosting']);
  expect(said).toEqual([expect.stringContaining('links.updated_at')]);
});

test('indexes that are never built end the deployment before the functions', async () => {
  const { did, done } = deployment({ looks: Infinity });
  await expect(done).rejects.toThrow('Run the command again later.');
  expect(did).not.toContain('functions,hosting');
});

test('rules and indexes that fail are deployed again, five times in all', async () => {
  const four = deployment({ failures: 4 });
  await four.done;
  expect(four.did.filter((only) => only === 'firestore')).toHaveLength(5);
  const five = deployment({ failures: 5 });
  await expect(five.done).rejects.toThrow('Run the command again: it continues.');
  expect(five.did).toEqual(Array(5).fill('firestore'));
});

test('without gcloud the deployment says so and waits for no index', async () => {
  const { did, said, done } = deployment({ reason: 'gcloud failed: it is not installed.' });
  await done;
  expect(did).toEqual(['firestore', 'functions,hosting']);
  expect(said.join()).toContain('it is not installed');
});
