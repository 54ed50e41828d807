import { APP_CHECK_SOURCES, withPolicySources } from '#tools/suite/content-policy.ts';
import { type Environment, uploadsOrigin } from './environments.ts';
import type { FirebaseJson } from './firebase-json.ts';
import { policySources } from './hosting-headers.ts';

type Hosted = Pick<FirebaseJson, 'hosting'>;

/** The firebase.json of one environment. Its policy allows reCAPTCHA only if App Check is on. */
export function deployedConfig<Config extends Hosted>(
  config: Config,
  { appCheck }: Pick<Environment, 'appCheck'>,
): Config {
  if (appCheck.siteKey === '') return config;
  const headers = withPolicySources(config.hosting.headers, APP_CHECK_SOURCES);
  return { ...config, hosting: { ...config.hosting, headers } };
}

/** A message for each source that an environment's policy lacks, or does not need. */
export function policyFaults(
  { hosting }: Hosted,
  { projectId, uploads, appCheck }: Pick<Environment, 'projectId' | 'uploads' | 'appCheck'>,
): string[] {
  const policy = hosting.headers
    .flatMap(({ headers }) => headers)
    .find(({ key }) => key.toLowerCase() === 'content-security-policy');
  const sourcesOf = policySources(policy?.value ?? '');
  const origin = uploadsOrigin(uploads.bucket);
  const recaptcha = Object.entries(APP_CHECK_SOURCES).flatMap(([directive, sources]) =>
    sources
      .filter((source) => sourcesOf(directive).includes(source) !== (appCheck.siteKey !== ''))
      .map((source) => `${directive} ${appCheck.siteKey === '' ? 'has' : 'lacks'} ${source}`),
  );
  const withoutUploads = ['connect-src', 'img-src'].filter(
    (directive) => !sourcesOf(directive).includes(origin),
  );
  const documents = `https://firestore.googleapis.com/v1/projects/${projectId}/`;
  return [
    ...(sourcesOf('connect-src').includes(documents) ? [] : [`connect-src lacks ${documents}`]),
    ...withoutUploads.map((directive) => `${directive} lacks ${origin}`),
    ...recaptcha,
  ];
}
