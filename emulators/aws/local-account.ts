import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { accountOf, type Account } from '#aws/account.ts';
import { parseTemplate } from '#aws/template/parse-template.ts';
import { Stack } from '#aws/template/resolve.ts';

export const LOCAL_PROJECT_ID = 'demo-foldmark';
export const TEMPLATE = join(import.meta.dirname, '../../deploy/aws-uploads.yaml');

/**
 * The stack of the template that stands in for a real one. The app and the functions know these names too: the app's
 * are in web/src/app/environment.ts, the functions' in functions/.env.demo-foldmark.
 */
export async function localAccount(
  projectId = LOCAL_PROJECT_ID,
  changes: Readonly<Record<string, string>> = {},
): Promise<Account> {
  const template = parseTemplate(await readFile(TEMPLATE, 'utf8'));
  return accountOf(
    new Stack(template, {
      accountId: '000000000000',
      region: 'us-east-1',
      parameters: {
        Environment: 'dev',
        BucketName: 'foldmark-local',
        // Whom the functions' unsigned tokens name.
        FunctionsServiceAccount: `local@${projectId}.iam.gserviceaccount.com`,
        // Each run and each tool has ports of its own.
        AllowedOrigins: 'http://127.0.0.1:*,http://localhost:*',
        AlarmEmail: 'nobody@localhost',
        ...changes,
      },
      names: {
        IdentityPool: 'us-east-1:00000000-0000-4000-8000-000000000001',
        UploaderRole: 'foldmark-uploader',
        FunctionsRole: 'foldmark-functions',
        GuardRole: 'foldmark-guard',
      },
    }),
  );
}
