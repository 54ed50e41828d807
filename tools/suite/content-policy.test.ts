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

test('the deployed policy allows no local addresses and no inline scripts', () => {
  const policy = policyIn(RULES);
  expect(policy).not.toMatch(/127\.0\.0\.1|localhost|unsafe|\*/);
  expect(sourcesOf('default-src', policy)).toEqual(["'none'"]);
  expect(sourcesOf('frame-ancestors', policy)).toEqual(["'none'"]);
});

test('the policy allows the uploads buckets of our environments, and no other bucket', () => {
  const environments: Record<string, { uploads: { bucket: string } }> = read('deploy/environments.json');
  const buckets = Object.values(environments).map(
    ({ uploads }) => `https://${uploads.bucket}.s3.us-east-1.amazonaws.com`,
  );
  const reached = sourcesOf('connect-src', policyIn(RULES)).filter((source) => source.includes('.s3.'));
  expect(reached.toSorted()).toEqual(buckets.toSorted());
  // An injected script could send data to any allowed image host.
  // The Firestore SDK loads this image to distinguish a Firestore outage from being offline.
  const networkTest = 'https://www.google.com/images/cleardot.gif';
  expect(sourcesOf('img-src', policyIn(RULES)).toSorted()).toEqual(
    ["'self'", 'blob:', networkTest, ...buckets].toSorted(),
  );
});

test('a run adds the ports of its own services and changes nothing else', async () => {
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

test('refuses a policy without a directive that the run adds to', async () => {
  const rules = [
    { source: '**', headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'" }] },
  ];
  const ports = await freePorts();
  expect(() => localHeaders(rules, ports)).toThrow(
    'The policy of firebase.json has no connect-src, img-src, frame-src.',
  );
});
