import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { localHeaders } from '#tools/suite/content-policy.ts';
import { PROJECT_ROOT } from '#tools/suite/places.ts';
import { freePorts } from '#tools/suite/ports.ts';

const read = (file: string) => JSON.parse(readFileSync(join(PROJECT_ROOT, file), 'utf8'));

const RULES: Parameters<typeof localHeaders>[0] = read('firebase.json').hosting.headers;

const policyIn = (rules: typeof RULES): string =>
  rules.flatMap(({ headers }) => headers).find(({ key }) => key === 'Content-Security-Policy')?.value ?? '';

function sourcesOf(name: string, policy: string): string[] {
  const directive = policy.split('; ').find((candidate) => candidate.startsWith(`${name} `));
  return directive?.split(' ').slice(1) ?? [];
}

test('the policy that is deployed names nothing of a local machine, and no script of the page itself', () => {
  const policy = policyIn(RULES);
  expect(policy).not.toMatch(/127\.0\.0\.1|localhost|unsafe|\*/);
  expect(sourcesOf('default-src', policy)).toEqual(["'none'"]);
  expect(sourcesOf('frame-ancestors', policy)).toEqual(["'none'"]);
});

test("the policy lets the app reach the uploads of each environment, and nobody else's", () => {
  const environments: Record<string, { uploads: { bucket: string } }> = read('deploy/environments.json');
  const buckets = Object.values(environments).map(
    ({ uploads }) => `https://${uploads.bucket}.s3.us-east-1.amazonaws.com`,
  );
  const reached = sourcesOf('connect-src', policyIn(RULES)).filter((source) => source.includes('.s3.'));
  expect(reached.toSorted()).toEqual(buckets.toSorted());
  // A script that got in could send what it read to any host that images may come from.
  // The Firestore SDK loads this image to find out whether it or the whole network is out of reach.
  const networkTest = 'https://www.google.com/images/cleardot.gif';
  expect(sourcesOf('img-src', policyIn(RULES)).toSorted()).toEqual(
    ["'self'", 'blob:', networkTest, ...buckets].toSorted(),
  );
});

test('a run adds its own services by their ports and changes nothing else', async () => {
  const ports = await freePorts();
  const rules = localHeaders(RULES, ports);
  const auth = `http://127.0.0.1:${ports.auth}`;
  expect(sourcesOf('frame-src', policyIn(rules))).toEqual(["'self'", auth]);
  expect(sourcesOf('connect-src', policyIn(rules))).toEqual([
    ...sourcesOf('connect-src', policyIn(RULES)),
    auth,
    `http://127.0.0.1:${ports.firestore}`,
    `http://127.0.0.1:${ports.aws}`,
  ]);
  expect(sourcesOf('script-src', policyIn(rules))).toEqual(sourcesOf('script-src', policyIn(RULES)));
});

test('a policy that forgets where calls may go is refused, since nothing would work under it', async () => {
  const rules = [
    { source: '**', headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'" }] },
  ];
  const ports = await freePorts();
  expect(() => localHeaders(rules, ports)).toThrow(
    'The policy of firebase.json has no connect-src, img-src, frame-src.',
  );
});
