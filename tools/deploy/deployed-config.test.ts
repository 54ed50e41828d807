import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { deployedConfig, policyFaults } from './deployed-config.ts';
import { readFirebaseJson } from './firebase-json.ts';
import { headersFor } from './firebase-tools.ts';
import { headerFaults } from './hosting-headers.ts';

const UPLOADS = { bucket: 'foldmark-dev-uploads', identityPoolId: '', roleArn: '' };
const OFF = { projectId: 'foldmark-dev', uploads: UPLOADS, appCheck: { siteKey: '', appId: '' } };
const ON = { ...OFF, uploads: UPLOADS, appCheck: { siteKey: 'a key', appId: 'an app' } };

test('without App Check the deployed config is firebase.json unchanged, which does not allow reCAPTCHA', async () => {
  const config = await ours();

  expect(deployedConfig(config, OFF)).toBe(config);
  expect(policyFaults(config, OFF)).toEqual([]);
});

test('with App Check the policy allows the sources of reCAPTCHA, and is as strict otherwise', async () => {
  const config = await ours();
  const deployed = deployedConfig(config, ON);

  expect(policyFaults(deployed, ON)).toEqual([]);
  expect(headerFaults('page', headersFor('/', deployed.hosting.headers))).toEqual([]);
  expect({ ...deployed.hosting, headers: [] }).toEqual({ ...config.hosting, headers: [] });
});

test('reports sources that a policy lacks, and sources that it does not need', async () => {
  const config = await ours();

  expect(policyFaults(config, ON)).toContain('script-src lacks https://www.google.com/recaptcha/');
  expect(policyFaults(deployedConfig(config, ON), OFF)).toContain(
    'frame-src has https://www.google.com/recaptcha/',
  );
  expect(policyFaults(config, { ...OFF, uploads: { ...UPLOADS, bucket: 'another' } })).toEqual([
    'connect-src lacks https://another.s3.us-east-1.amazonaws.com',
    'img-src lacks https://another.s3.us-east-1.amazonaws.com',
  ]);
  expect(policyFaults(config, { ...OFF, projectId: 'another' })).toEqual([
    'connect-src lacks https://firestore.googleapis.com/v1/projects/another/',
  ]);
});

async function ours() {
  return readFirebaseJson(await readFile(join(import.meta.dirname, '../../firebase.json'), 'utf8'));
}
