import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { FIRESTORE_PATHS, localHeaders } from '#tools/suite/content-policy.ts';
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
  expect(sourcesOf('img-src', policyIn(RULES)).toSorted()).toEqual(
    ["'self'", 'blob:', ...buckets].toSorted(),
  );
});

test('the policy allows to listen to Firestore and to read our own projects there, and nothing else', () => {
  const environments: Record<string, { projectId: string }> = read('deploy/environments.json');
  const [listen, projects] = FIRESTORE_PATHS;
  const paths = [listen, ...Object.values(environments).map(({ projectId }) => `${projects}${projectId}/`)];
  const reached = sourcesOf('connect-src', policyIn(RULES)).filter((source) => source.includes('firestore'));
  expect(reached.toSorted()).toEqual(
    paths.map((path) => `https://firestore.googleapis.com${path}`).toSorted(),
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
    `http://127.0.0.1:${ports.firestore}/google.firestore.v1.Firestore/Listen/`,
    `http://127.0.0.1:${ports.firestore}/v1/projects/`,
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
