import { readFile } from 'node:fs/promises';

/** Patterns of secrets. */
const SHAPES: readonly (readonly [what: string, shape: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ["a service account's key", /"private_key(?:_id)?"\s*:/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/],
  ['a Google OAuth secret', /\bGOCSPX-[\w-]{20,}/],
  ['a Google refresh token', /\b1\/\/0[\w-]{30,}/],
  ['a GitHub token', /\b(?:gh[opsru]_\w{36,}|github_pat_\w{50,})/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a Slack token', /\bxox[abprs]-[\w-]{10,}/],
  ['a Stripe key', /\b[rs]k_live_\w{20,}/],
  ['a signed token', /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/],
];
const API_KEY = /\bAIza[\w-]{35}\b/g;

const SECRET_NAME = /SECRET|TOKEN|PASSWORD|CREDENTIAL|PRIVATE|API_?KEY|ACCESS_KEY/i;
/** Shorter values, such as `true`, appear in files by chance. */
const SHORTEST_SECRET = 12;

export interface Known {
  /** Values that must not be published, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The public web API keys of our projects. A key of another project is a mistake. */
  readonly apiKeys: readonly string[];
}

/** Describes the secrets in a text, without their values. */
export function secretsIn(text: string, { secrets, apiKeys }: Known): string[] {
  const shapes = SHAPES.filter(([, shape]) => shape.test(text)).map(([what]) => what);
  const values = Object.entries(secrets).filter(([, value]) => text.includes(value));
  const foreign = [...text.matchAll(API_KEY)].filter(([key]) => !apiKeys.includes(key));
  return [
    ...shapes,
    ...values.map(([name]) => `the value of ${name}`),
    ...(foreign.length > 0 ? ['an API key of another project'] : []),
  ];
}

/** The secrets of this machine: variables with a name like that of a secret, and the functions' local secret file. */
export async function localSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  secretFile: string,
): Promise<Record<string, string>> {
  const file = await readFile(secretFile, 'utf8').catch(() => '');
  const lines = file.split('\n').map((line) => /^(?<name>\w+)=(?<value>.*)$/.exec(line)?.groups);
  const named = [
    ...Object.entries(environment).filter(([name]) => SECRET_NAME.test(name)),
    ...lines.map((groups) => [groups?.['name'] ?? '', groups?.['value']] as const),
  ];
  return Object.fromEntries(
    named.flatMap(([name, value]) =>
      value === undefined || value.length < SHORTEST_SECRET ? [] : [[name, value]],
    ),
  );
}
