import { defineBoolean, defineInt, defineSecret, defineString } from 'firebase-functions/params';

/** The settings of a deployment. The local suite uses functions/.env.demo-foldmark and functions/.secret.local. */

export const botCheckSecret = defineSecret('BOT_CHECK_SECRET');

export const botCheckWork = defineInt('BOT_CHECK_WORK', {
  default: 3000,
  description: 'How many keys a browser derives before a registration. 3000 take about a second.',
});

export const appCheckOn = defineBoolean('APP_CHECK', {
  default: false,
  description: 'Whether calls must send a Firebase App Check token.',
});

export const readsAMinute = defineInt('READS_A_MINUTE', {
  default: 40_000,
  description:
    'How many document reads one user may cause per minute and instance, and in one burst. 0 is no limit.',
});

export const pageDetailsAtOnce = defineInt('PAGE_DETAILS_AT_ONCE', {
  default: 50,
  description: 'How many pages are read at the same time.',
});

export const pageDetailsAttempts = defineInt('PAGE_DETAILS_ATTEMPTS', {
  default: 4,
  description: 'How often a page is requested if it is temporarily unavailable.',
});

export const imageDeletionsAtOnce = defineInt('IMAGE_DELETIONS_AT_ONCE', {
  default: 10,
  description: 'How many tasks delete images at the same time.',
});

export const actionsAtOnce = defineInt('ACTIONS_AT_ONCE', {
  default: 10,
  description: 'How many tasks undo actions at the same time.',
});

export const actionAttempts = defineInt('ACTION_ATTEMPTS', {
  default: 6,
  description: 'How often the queue tries a task of an action before a job takes it over.',
});

export const snapshotsAtOnce = defineInt('SNAPSHOTS_AT_ONCE', {
  default: 2,
  description: 'How many snapshots are written at the same time.',
});

const pageDetailsOpen = defineString('PAGE_DETAILS_OPEN', {
  default: '',
  description:
    'Private addresses, separated by commas, that page details may be read from. Empty in the cloud.',
});

/** The private addresses that the server may read pages and metadata of apps from. */
export function openedAddresses(): readonly string[] {
  return pageDetailsOpen
    .value()
    .split(',')
    .filter((address) => address !== '');
}

export const uploadsBucket = defineString('UPLOADS_BUCKET', {
  default: '',
  description: 'The S3 bucket of uploaded images. Without it no image is accepted.',
});

export const uploadsPrefix = defineString('UPLOADS_PREFIX', {
  default: 'prod/uploads/',
  description: 'The prefix of the keys of uploaded images.',
});

const givenUploadsOrigin = defineString('UPLOADS_ORIGIN', {
  default: '',
  description: 'The URL to read uploaded images from, to check that an upload exists. Empty skips the check.',
});

/** The URL of the AWS emulator. Its port differs per run, so it is an environment variable. Undefined for AWS itself. */
export function awsEndpoint(): string | undefined {
  return process.env['AWS_ENDPOINT_URL'];
}

export function uploadsOrigin(): string {
  const origin = givenUploadsOrigin.value();
  const endpoint = awsEndpoint();
  return origin !== '' || endpoint === undefined ? origin : `${endpoint}/${uploadsBucket.value()}`;
}

const appOrigin = defineString('APP_ORIGIN', {
  default: '',
  description: 'The origin of the app, and the issuer of OAuth. Empty for https://<project>.web.app.',
});

/** In the local suite, the port differs per run, so the origin is an environment variable. Never from a header of a request. */
export function issuer(): string {
  const { LOCAL_APP_ORIGIN, GCLOUD_PROJECT = '' } = process.env;
  return LOCAL_APP_ORIGIN ?? (appOrigin.value() || `https://${GCLOUD_PROJECT}.web.app`);
}

export const uploadsIdentityPoolId = defineString('UPLOADS_IDENTITY_POOL_ID', {
  default: '',
  description: 'The Cognito identity pool that issues upload credentials to browsers.',
});

export const uploadsRoleArn = defineString('UPLOADS_ROLE_ARN', {
  default: '',
  description:
    'The AWS role that may grant uploads, store icons and pictures of pages, and delete images. Without it none of these work.',
});

export const uploadsAudience = defineString('UPLOADS_AUDIENCE', {
  default: 'sts.amazonaws.com',
  description: 'The audience of the tokens that this role trusts.',
});

/** The commit that `npm run deploy` deployed. An environment variable, because parameters have no value while the code loads. */
export function deployedVersion(): string | undefined {
  return process.env['FOLDMARK_VERSION'];
}

/** The name of the function that this instance serves. The platform starts the same code for each function. */
export function targetFunction(): string | undefined {
  return process.env['FUNCTION_TARGET'];
}

/**
 * The most images without a document that `nightly` deletes without an operator. An environment variable, so that an operator can
 * raise it for one run without a deployment (deploy/README.md).
 */
export function orphanImagesMax(): number {
  const max = Number(process.env['ORPHAN_IMAGES_MAX'] ?? 100);
  // NaN would allow any number.
  if (!Number.isSafeInteger(max)) throw new Error('ORPHAN_IMAGES_MAX must be a whole number.');
  return max;
}
