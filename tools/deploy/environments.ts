import { AWS_REGION, UPLOADS_PREFIX_DEVELOPMENT, UPLOADS_PREFIX_PRODUCTION } from '@foldmark/contract/limits';
import * as z from 'zod';

/** The names that `npm run deploy -- --to` takes, and those of .firebaserc. */
export const ENVIRONMENT_NAMES = ['dev', 'prod'] as const;
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;
const PLACEHOLDER = /^<[^<>]+>$/;

/** A value that the user fills in before the first deployment. Until then it is a placeholder, `<like this>`. */
const filledIn = (pattern: RegExp, looks: string) =>
  z.string().refine((value) => PLACEHOLDER.test(value) || pattern.test(value), `must look like ${looks}`);

const STORE_PAGE = z
  .string()
  .regex(/^(?:https:\/\/[^\s"'<>\\]+)?$/, 'must be empty, or look like https://store.example/foldmark');

const environmentSchema = z.strictObject({
  projectId: z
    .string()
    .regex(/^(?!demo-)[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'must be the id of a Firebase project'),
  apiKey: filledIn(/^AIza[\w-]{35}$/, 'AIza and 35 more characters'),
  hosts: z.array(z.string().regex(HOST, 'must be a host name, without https://')).min(1),
  /** Empty if App Check is off. */
  appCheck: z
    .strictObject({
      siteKey: z
        .string()
        .regex(/^(?:6L[\w-]{38})?$/, 'must be empty, or look like 6L and 38 more characters'),
      appId: z
        .string()
        .regex(/^(?:1:\d+:web:[\da-f]+)?$/, 'must be empty, or look like 1:123456789:web:abc123'),
    })
    .refine(
      ({ siteKey, appId }) => (siteKey === '') === (appId === ''),
      'needs both a siteKey and an appId, or neither',
    ),
  /** Where people get the extension. Empty before it is published. */
  extension: z.strictObject({ chrome: STORE_PAGE, firefox: STORE_PAGE }),
  uploads: z.strictObject({
    // A dot in a bucket's name breaks its https address.
    bucket: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, without dots'),
    identityPoolId: filledIn(
      new RegExp(`^${AWS_REGION}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`),
      `${AWS_REGION}:01234567-89ab-cdef-0123-456789abcdef`,
    ),
    roleArn: filledIn(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]+$/, 'arn:aws:iam::123456789012:role/name'),
  }),
});

const environmentsSchema = z.strictObject({ dev: environmentSchema, prod: environmentSchema });
const aliasesSchema = z.object({ projects: z.object({ dev: z.string(), prod: z.string() }) });

export type Environment = z.infer<typeof environmentSchema>;
export type Environments = z.infer<typeof environmentsSchema>;

/** Throws an error with one line for each invalid value. `file` is deploy/environments.json, `aliases` .firebaserc. */
export function readEnvironments(file: string, aliases: string): Environments {
  const result = environmentsSchema.safeParse(JSON.parse(file));
  if (!result.success) {
    throw new Error(
      result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'),
    );
  }
  const environments = result.data;
  const { projects } = aliasesSchema.parse(JSON.parse(aliases));
  for (const name of ENVIRONMENT_NAMES) {
    if (projects[name] === environments[name].projectId) continue;
    throw new Error(
      `The project of ${name} is ${projects[name]} in .firebaserc, but ${environments[name].projectId} in deploy/environments.json.`,
    );
  }
  refuseSharing(environments);
  return environments;
}

/** Refuses resources that dev and prod share, because a change in dev must not affect prod. */
function refuseSharing({ dev, prod }: Environments): void {
  const shared = [
    dev.projectId === prod.projectId ? [dev.projectId] : [],
    dev.uploads.bucket === prod.uploads.bucket ? [dev.uploads.bucket] : [],
    dev.hosts.filter((host) => prod.hosts.includes(host)),
  ].flat();
  if (shared.length > 0) throw new Error(`dev and prod must not share ${shared.join(', ')}.`);
}

/** The paths of all placeholders, such as `uploads.identityPoolId`. */
export function placeholdersIn(value: unknown): string[] {
  if (typeof value === 'string') return PLACEHOLDER.test(value) ? [''] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    placeholdersIn(inner).map((path) => (path === '' ? key : `${key}.${path}`)),
  );
}

/** The parameters of an environment's functions. A parameter that is missing here keeps its default. */
export function functionSettings(
  name: EnvironmentName,
  { hosts, uploads, appCheck }: Environment,
): Record<string, string> {
  return {
    APP_CHECK: String(appCheck.siteKey !== ''),
    APP_ORIGIN: `https://${hosts[0] ?? ''}`,
    UPLOADS_BUCKET: uploads.bucket,
    UPLOADS_PREFIX: name === 'prod' ? UPLOADS_PREFIX_PRODUCTION : UPLOADS_PREFIX_DEVELOPMENT,
    UPLOADS_ORIGIN: uploadsOrigin(uploads.bucket),
    UPLOADS_IDENTITY_POOL_ID: uploads.identityPoolId,
    UPLOADS_ROLE_ARN: uploads.roleArn,
  };
}

export function uploadsOrigin(bucket: string): string {
  return `https://${bucket}.s3.${AWS_REGION}.amazonaws.com`;
}
