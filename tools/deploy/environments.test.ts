import { expect, test } from 'vitest';

import { functionSettings, placeholdersIn, readEnvironments, type Environment } from './environments.ts';
import { DEV } from './testing/sample-environment.ts';

const SITE_KEY = `6L${'k'.repeat(38)}`;
const PROD: Environment = {
  ...DEV,
  projectId: 'marks-prod',
  hosts: ['marks.example.com', 'marks.web.app'],
  uploads: { ...DEV.uploads, bucket: 'marks-uploads' },
};

test('reads complete environments', () => {
  expect(read({ dev: DEV, prod: PROD })).toEqual({ dev: DEV, prod: PROD });
  expect(placeholdersIn(PROD)).toEqual([]);
});

test('a placeholder is no error, and placeholdersIn lists it', () => {
  const uploads = { ...DEV.uploads, roleArn: '<FunctionsRoleArn>' };
  const { dev } = read({ dev: { ...DEV, apiKey: '<web API key>', uploads }, prod: PROD });

  expect(placeholdersIn(dev)).toEqual(['apiKey', 'uploads.roleArn']);
});

test.each([
  ['a project for the emulators', { projectId: 'demo-marks' }, 'dev.projectId must be the id'],
  ['an address for a host', { hosts: ['https://marks.web.app'] }, 'dev.hosts.0 must be a host name'],
  ['no host', { hosts: [] }, 'dev.hosts'],
  ['something else for a key', { apiKey: 'production-api-key' }, 'dev.apiKey must look like AIza'],
  ['half an App Check', { appCheck: { siteKey: SITE_KEY, appId: '' } }, 'dev.appCheck needs both'],
  [
    'a store without https',
    { extension: { chrome: 'http://a.example/', firefox: '' } },
    'dev.extension.chrome must',
  ],
  ['a dot in a bucket', { uploads: { ...DEV.uploads, bucket: 'a.b.c' } }, 'dev.uploads.bucket must be'],
  [
    'a pool elsewhere',
    {
      uploads: {
        ...DEV.uploads,
        identityPoolId: DEV.uploads.identityPoolId.replace('us-east-1', 'eu-west-1'),
      },
    },
    'dev.uploads.identityPoolId must look like us-east-1:',
  ],
  ['an unknown field', { apikey: '' }, 'apikey'],
])('refuses %s', (_what, change, message) => {
  expect(() => read({ dev: { ...DEV, ...change }, prod: PROD })).toThrow(message);
});

test('refuses resources that dev and prod share', () => {
  const shared = { ...PROD, hosts: DEV.hosts, uploads: DEV.uploads };

  expect(() => read({ dev: DEV, prod: shared })).toThrow(
    'dev and prod must not share marks-dev-uploads, marks-dev.web.app.',
  );
});

test('refuses aliases of other projects', () => {
  expect(() => read({ dev: DEV, prod: PROD }, { dev: 'marks-dev', prod: 'marks-old' })).toThrow(
    'The project of prod is marks-old in .firebaserc, but marks-prod in deploy/environments.json.',
  );
});

test('the functions of production accept only uploads of production', () => {
  expect(functionSettings('prod', PROD)).toEqual({
    APP_CHECK: 'false',
    APP_ORIGIN: 'https://marks.example.com',
    UPLOADS_BUCKET: 'marks-uploads',
    UPLOADS_PREFIX: 'prod/uploads/',
    UPLOADS_ORIGIN: 'https://marks-uploads.s3.us-east-1.amazonaws.com',
    UPLOADS_IDENTITY_POOL_ID: DEV.uploads.identityPoolId,
    UPLOADS_ROLE_ARN: 'arn:aws:iam::123456789012:role/marks-dev-functions',
  });
  expect(functionSettings('dev', DEV)).toMatchObject({ UPLOADS_PREFIX: 'dev/uploads/' });
});

test('the functions require App Check if the environment has a site key', () => {
  const appCheck = { siteKey: SITE_KEY, appId: '1:123456789012:web:0123456789abcdef' };
  const { dev } = read({ dev: { ...DEV, appCheck }, prod: PROD });

  expect(functionSettings('dev', dev)).toMatchObject({ APP_CHECK: 'true' });
});

function read(environments: object, projects: object = { dev: 'marks-dev', prod: 'marks-prod' }) {
  return readEnvironments(JSON.stringify(environments), JSON.stringify({ projects }));
}
