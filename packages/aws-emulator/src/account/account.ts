import { parsePolicy } from '#aws/policy/parse-policy.ts';
import type { Policy } from '#aws/policy/policy.ts';
import type { Stack } from '#aws/template/resolve.ts';
import {
  isRecord,
  listIn,
  recordIn,
  TemplateError,
  textIn,
  textsIn,
  type Values,
} from '#aws/template/values.ts';

/** The resources of a template's stack that the emulated services use. */
export interface Account {
  readonly accountId: string;
  readonly region: string;
  readonly bucket: Bucket;
  readonly identityPool: IdentityPool;
  readonly roles: ReadonlyMap<string, Role>;
  readonly guard: Guard;
}

export interface Bucket {
  readonly name: string;
  readonly arn: string;
  readonly policy: Policy;
  readonly cors: readonly CorsRule[];
}

export interface CorsRule {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAge: number | null;
}

export interface IdentityPool {
  readonly id: string;
  readonly arn: string;
  readonly allowsUnauthenticated: boolean;
  /** The provider name for users that the pool's owner authenticates; null if the pool has none. */
  readonly developerProvider: string | null;
  /** By issuer without `https://`, as in the `Logins` of a request. */
  readonly providers: ReadonlyMap<string, OidcProvider>;
  /** The ARNs of the roles for authenticated and unauthenticated identities. */
  readonly roles: { readonly authenticated: string | null; readonly unauthenticated: string | null };
}

export interface OidcProvider {
  readonly arn: string;
  readonly clientIds: readonly string[];
}

export interface Role {
  readonly arn: string;
  readonly name: string;
  readonly maxSessionSeconds: number;
  readonly trust: Policy;
  readonly policies: readonly Policy[];
}

/** The Lambda function that checks each upload. */
export interface Guard {
  readonly role: string;
  readonly code: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The prefix of the keys that the function checks. */
  readonly prefix: string;
  /** The ARN of the dead-letter queue; null if the template has none. */
  readonly deadLetters: string | null;
}

const HOUR_SECONDS = 3600;

export function accountOf(stack: Stack): Account {
  return {
    accountId: String(stack.reference('AWS::AccountId')),
    region: String(stack.reference('AWS::Region')),
    bucket: bucketOf(stack),
    identityPool: identityPoolOf(stack),
    roles: new Map(
      [...stack.all('AWS::IAM::Role')].map(([id, role]) => [
        stack.attribute(id, 'Arn'),
        roleOf(stack, id, role),
      ]),
    ),
    guard: guardOf(stack),
  };
}

function bucketOf(stack: Stack): Bucket {
  const [id, bucket] = stack.only('AWS::S3::Bucket');
  const [, { PolicyDocument }] = stack.only('AWS::S3::BucketPolicy');
  const cors = recordIn(bucket['CorsConfiguration'], 'CorsConfiguration');
  return {
    name: textIn(bucket, 'BucketName'),
    arn: stack.attribute(id, 'Arn'),
    policy: parsePolicy(PolicyDocument),
    cors: listIn(cors, 'CorsRules').map((rule) => corsRuleOf(recordIn(rule, 'a CORS rule'))),
  };
}

function corsRuleOf(rule: Values): CorsRule {
  return {
    origins: textsIn(rule, 'AllowedOrigins'),
    methods: textsIn(rule, 'AllowedMethods'),
    headers: textsIn(rule, 'AllowedHeaders'),
    exposed: textsIn(rule, 'ExposedHeaders'),
    maxAge: rule['MaxAge'] === undefined ? null : Number(rule['MaxAge']),
  };
}

function identityPoolOf(stack: Stack): IdentityPool {
  const [id, pool] = stack.only('AWS::Cognito::IdentityPool');
  const [, attachment] = stack.only('AWS::Cognito::IdentityPoolRoleAttachment');
  const roles = recordIn(attachment['Roles'], 'Roles');
  const providerArns = textsIn(pool, 'OpenIdConnectProviderARNs');
  const providers = [...stack.all('AWS::IAM::OIDCProvider')].map(([provider, properties]) => {
    const arn = stack.attribute(provider, 'Arn');
    const issuer = textIn(properties, 'Url').replace('https://', '');
    return [issuer, { arn, clientIds: textsIn(properties, 'ClientIdList') }] as const;
  });
  return {
    id: String(stack.reference(id)),
    arn: stack.attribute(id, 'Arn'),
    developerProvider: optionalText(pool, 'DeveloperProviderName'),
    allowsUnauthenticated: pool['AllowUnauthenticatedIdentities'] === true,
    providers: new Map(providers.filter(([, { arn }]) => providerArns.includes(arn))),
    roles: {
      authenticated: optionalText(roles, 'authenticated'),
      unauthenticated: optionalText(roles, 'unauthenticated'),
    },
  };
}

function roleOf(stack: Stack, id: string, role: Values): Role {
  const policies = listIn(role, 'Policies').map((policy) => recordIn(policy, 'a policy')['PolicyDocument']);
  return {
    arn: stack.attribute(id, 'Arn'),
    name: String(stack.reference(id)),
    maxSessionSeconds: Number(role['MaxSessionDuration'] ?? HOUR_SECONDS),
    trust: parsePolicy(role['AssumeRolePolicyDocument']),
    policies: policies.map(parsePolicy),
  };
}

function guardOf(stack: Stack): Guard {
  const [id, guard] = stack.only('AWS::Lambda::Function');
  const variables = recordIn(recordIn(guard['Environment'], 'Environment')['Variables'], 'Variables');
  return {
    role: textIn(guard, 'Role'),
    code: textIn(recordIn(guard['Code'], 'Code'), 'ZipFile'),
    environment: Object.fromEntries(Object.keys(variables).map((name) => [name, textIn(variables, name)])),
    prefix: prefixOfNotification(stack, stack.attribute(id, 'Arn')),
    deadLetters:
      guard['DeadLetterConfig'] === undefined
        ? null
        : textIn(recordIn(guard['DeadLetterConfig'], 'DeadLetterConfig'), 'TargetArn'),
  };
}

/** The key prefix of the bucket's notification. The emulator supports exactly one notification with one prefix. */
function prefixOfNotification(stack: Stack, guard: string): string {
  const [, bucket] = stack.only('AWS::S3::Bucket');
  const [call, ...others] = listIn(
    recordIn(bucket['NotificationConfiguration'], 'Notifications'),
    'LambdaConfigurations',
  );
  const { Event, Function: called, Filter } = recordIn(call, 'a notification');
  const key = recordIn(recordIn(Filter, 'Filter')['S3Key'], 'S3Key');
  const [rule, ...otherRules] = listIn(key, 'Rules').filter(isRecord);
  const isKnown = Event === 's3:ObjectCreated:*' && called === guard && rule?.['Name'] === 'prefix';
  if (!isKnown || others.length + otherRules.length > 0)
    throw new TemplateError(
      'The bucket must notify the function of created objects, with exactly one prefix.',
    );
  return textIn(rule, 'Value');
}

function optionalText(values: Values, name: string): string | null {
  return values[name] === undefined ? null : textIn(values, name);
}
