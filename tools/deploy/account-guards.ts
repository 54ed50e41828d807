import * as z from 'zod';

import type { CloudCli } from './cloud-cli.ts';
import { CheckSkipped, type Check } from './check.ts';
import type { Environment } from './environments.ts';

const databaseSchema = z.object({
  pointInTimeRecoveryEnablement: z.string().optional(),
  deleteProtectionState: z.string().optional(),
});
const schedulesSchema = z.array(z.object({ dailyRecurrence: z.object({}).optional() }));
const projectSchema = z.object({ projectNumber: z.coerce.string() });
const billingSchema = z.object({ billingAccountName: z.string().default('') });
const budgetsSchema = z.array(
  z.object({
    budgetFilter: z.object({ projects: z.array(z.string()).default([]) }).default({ projects: [] }),
    thresholdRules: z.array(z.unknown()).default([]),
  }),
);
const awsBudgetsSchema = z.object({ Budgets: z.array(z.object({ BudgetType: z.string() })).default([]) });
const publicAccessSchema = z.object({
  PublicAccessBlockConfiguration: z.object({
    BlockPublicAcls: z.boolean(),
    IgnorePublicAcls: z.boolean(),
    BlockPublicPolicy: z.boolean(),
    RestrictPublicBuckets: z.boolean(),
  }),
});

const NOTHING_BLOCKED: z.infer<typeof publicAccessSchema> = {
  PublicAccessBlockConfiguration: {
    BlockPublicAcls: false,
    IgnorePublicAcls: false,
    BlockPublicPolicy: false,
    RestrictPublicBuckets: false,
  },
};

/** Safeguards against harm that no deployment can undo. deploy/README.md has the commands that set them up. */
export function accountGuards({ projectId, uploads }: Environment, ask: CloudCli): readonly Check[] {
  const gcloud = async (...args: string[]) => ask('gcloud', [...args, `--project=${projectId}`]);
  const describe = async (...group: string[]) => gcloud(...group, 'describe', projectId);
  const [, , , , awsAccount = ''] = uploads.roleArn.split(':');
  const aws = async (...args: string[]) => ask('aws', [...args, `--account-id=${awsAccount}`]);
  return [
    { name: 'recovery of the database', run: async () => checkDatabase(gcloud) },
    { name: 'daily backups', run: async () => checkBackups(gcloud) },
    { name: 'budget at Google', run: async () => checkGoogleBudget(gcloud, describe) },
    { name: 'budget at AWS', run: async () => checkAwsBudget(aws) },
    { name: 'public access at S3', run: async () => checkPublicAccess(aws) },
  ];
}

type Ask = (...args: string[]) => Promise<unknown>;

async function checkDatabase(gcloud: Ask): Promise<string> {
  const { pointInTimeRecoveryEnablement: recovery, deleteProtectionState: protection } = databaseSchema.parse(
    await gcloud('firestore', 'databases', 'describe', '--database=(default)'),
  );
  if (recovery !== 'POINT_IN_TIME_RECOVERY_ENABLED')
    throw new Error("Overwritten data can't be recovered. Turn on point-in-time recovery.");
  if (protection !== 'DELETE_PROTECTION_ENABLED')
    throw new Error('One command can delete the database: turn on its delete protection.');
  return 'covers the last 7 days, with delete protection';
}

async function checkBackups(gcloud: Ask): Promise<string> {
  const schedules = schedulesSchema.parse(
    await gcloud('firestore', 'backups', 'schedules', 'list', '--database=(default)'),
  );
  if (schedules.every(({ dailyRecurrence }) => dailyRecurrence === undefined))
    throw new Error('There is no daily backup: create a schedule.');
  return 'scheduled';
}

async function checkGoogleBudget(gcloud: Ask, describe: Ask): Promise<string> {
  const [project, billing] = await Promise.all([describe('projects'), describe('billing', 'projects')]);
  const { projectNumber } = projectSchema.parse(project);
  const account = billingSchema.parse(billing).billingAccountName.replace(/^billingAccounts\//, '');
  if (account === '') throw new Error('No billing account pays for the project.');
  const budgets = budgetsSchema.parse(
    await gcloud('billing', 'budgets', 'list', `--billing-account=${account}`),
  );
  const ours = budgets.filter(
    ({ budgetFilter: { projects }, thresholdRules }) =>
      thresholdRules.length > 0 && (projects.length === 0 || projects.includes(`projects/${projectNumber}`)),
  );
  if (ours.length === 0) throw new Error('The project has no budget alert. Create one.');
  return `${ours.length}`;
}

async function checkAwsBudget(aws: Ask): Promise<string> {
  const { Budgets } = awsBudgetsSchema.parse(await aws('budgets', 'describe-budgets'));
  const costs = Budgets.filter(({ BudgetType }) => BudgetType === 'COST');
  if (costs.length === 0) throw new Error('The account has no budget alert. Create one.');
  return `${costs.length}`;
}

/** Images are public by the bucket's policy, so two of the four settings can't be on for the account. */
async function checkPublicAccess(aws: Ask): Promise<string> {
  const answer = await aws('s3control', 'get-public-access-block').catch((error: unknown) => {
    // S3 answers with this code if the account has never set a public access block.
    if (error instanceof CheckSkipped && error.message.includes('NoSuchPublicAccessBlockConfiguration'))
      return NOTHING_BLOCKED;
    throw error;
  });
  const { PublicAccessBlockConfiguration: block } = publicAccessSchema.parse(answer);
  if (!block.BlockPublicAcls || !block.IgnorePublicAcls)
    throw new Error('An ACL could make objects public: block them for the account.');
  if (block.BlockPublicPolicy || block.RestrictPublicBuckets)
    throw new Error('The account blocks public policies, and with them every image: see step 5.');
  return 'blocked by ACL, allowed by the policy of the uploads';
}
