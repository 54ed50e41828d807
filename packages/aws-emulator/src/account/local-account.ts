import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { accountOf, type Account } from '#aws/account/account.ts';
import { parseTemplate } from '#aws/template/parse-template.ts';
import { Stack } from '#aws/template/resolve.ts';

export interface LocalAccountSettings {
  /** A CloudFormation template; the package's own by default. */
  readonly template?: string | undefined;
  /** Values of the template's parameters. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** The source and the bundle lie at different depths of the package, so package.json is the fixed point. */
const PACKAGE_FILE = createRequire(import.meta.url).resolve('@foldmark/aws-emulator/package.json');
const OWN_TEMPLATE = join(dirname(PACKAGE_FILE), 'template.yaml');

/** Defaults for these parameters, if the template has them. */
const PARAMETERS: Readonly<Record<string, string>> = {
  Environment: 'dev',
  BucketName: 'foldmark-local',
  FunctionsServiceAccount: 'local@demo-foldmark.iam.gserviceaccount.com',
  // Test servers use free ports.
  AllowedOrigins: 'http://127.0.0.1:*,http://localhost:*',
  AlarmEmail: 'alarms@localhost',
};

/** The names that AWS would generate, by the logical id of the resource. */
const NAMES = {
  IdentityPool: 'us-east-1:00000000-0000-4000-8000-000000000001',
  UploaderRole: 'foldmark-uploader',
  FunctionsRole: 'foldmark-functions',
  GuardRole: 'foldmark-guard',
};

/** The stack that CloudFormation would create from the template. */
export async function localAccount({
  template: file = OWN_TEMPLATE,
  parameters = {},
}: LocalAccountSettings = {}): Promise<Account> {
  const template = parseTemplate(await readFile(file, 'utf8'));
  const defaults = Object.entries(PARAMETERS).filter(([name]) => template.parameters.has(name));
  return accountOf(
    new Stack(template, {
      accountId: '000000000000',
      region: 'us-east-1',
      parameters: { ...Object.fromEntries(defaults), ...parameters },
      names: NAMES,
    }),
  );
}
