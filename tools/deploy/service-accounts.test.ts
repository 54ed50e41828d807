import { expect, test } from 'vitest';

import { planFunctions } from './firebase-tools.ts';
import { checkServiceAccounts } from './service-accounts.ts';

const FULL = 'foldmark-functions@{{ params.PROJECT_ID }}.iam.gserviceaccount.com';

test.each(['marks-dev', 'marks-prod', 'demo-marks'])(
  'the secret is granted to the full address of the account in %s',
  async (projectId) => {
    const plan = await planned(FULL, projectId);

    expect(plan.secretReaders).toEqual({
      BOT_CHECK_SECRET: [`foldmark-functions@${projectId}.iam.gserviceaccount.com`],
    });
    expect(checkServiceAccounts(plan, projectId)).toBe(
      `foldmark-functions@${projectId}.iam.gserviceaccount.com`,
    );
  },
);

test('refuses the short form, which the CLI grants the secret as it is', async () => {
  const plan = await planned('foldmark-functions@', 'marks-dev');

  expect(plan.secretReaders).toEqual({ BOT_CHECK_SECRET: ['foldmark-functions@'] });
  expect(() => checkServiceAccounts(plan, 'marks-dev')).toThrow(
    'who may read BOT_CHECK_SECRET is "foldmark-functions@", and not an account of marks-dev in full.',
  );
});

test('refuses an account of another project', async () => {
  const plan = await planned('foldmark-functions@marks-prod.iam.gserviceaccount.com', 'marks-dev');

  expect(() => checkServiceAccounts(plan, 'marks-dev')).toThrow('api is "foldmark-functions@marks-prod.');
});

test('refuses a function that would run as the default account', () => {
  expect(() => checkServiceAccounts({ functions: [{ id: 'api' }], secretReaders: {} }, 'marks-dev')).toThrow(
    'api is ""',
  );
});

test('a parameter that the dotenv file lacks stops the plan, as it would stop the CLI', async () => {
  await expect(planned(FULL, 'marks-dev', [{ name: 'BUCKET', type: 'string' }])).rejects.toThrow('BUCKET');
});

async function planned(serviceAccountEmail: string, projectId: string, params: readonly object[] = []) {
  const manifest = {
    specVersion: 'v1alpha1',
    endpoints: {
      api: {
        platform: 'gcfv2',
        region: ['us-east1'],
        entryPoint: 'api',
        serviceAccountEmail,
        secretEnvironmentVariables: [{ key: 'BOT_CHECK_SECRET' }],
        httpsTrigger: { invoker: ['public'] },
      },
    },
    params: [{ name: 'BOT_CHECK_SECRET', type: 'secret' }, ...params],
  };
  return planFunctions(manifest, { projectId, region: 'us-east1', runtime: 'nodejs24', dotenv: {} });
}
