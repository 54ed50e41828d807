import { defineBoolean, defineInt, defineSecret, defineString } from 'firebase-functions/params';

/** What a deployment decides. The local suite takes functions/.env.demo-foldmark and functions/.secret.local. */

export const botCheckSecret = defineSecret('BOT_CHECK_SECRET');

export const botCheckWork = defineInt('BOT_CHECK_WORK', {
  default: 3000,
  description: 'How many keys a browser derives before it may register. 3000 take about a second.',
});

export const appCheckOn = defineBoolean('APP_CHECK', {
  default: false,
  description: 'Whether calls must come with a token of Firebase App Check.',
});

export const readsAMinute = defineInt('READS_A_MINUTE', {
  default: 40_000,
  description:
    'What one person may use of one instance, at once and a minute, in reads of a document. 0 is no limit.',
});

export const pageDetailsAtOnce = defineInt('PAGE_DETAILS_AT_ONCE', {
  default: 50,
  description: 'How many pages are read at the same time. The local suite starts a process for each.',
});

export const pageDetailsAttempts = defineInt('PAGE_DETAILS_ATTEMPTS', {
  default: 4,
  description: 'How often a page that can not be had for now is asked for.',
});

export const imageDeletionsAtOnce = defineInt('IMAGE_DELETIONS_AT_ONCE', {
  default: 10,
  description: 'How many tasks delete images at the same time. The local suite starts a process for each.',
});

export const pageDetailsOpen = defineString('PAGE_DETAILS_OPEN', {
  default: '',
  description: 'Private addresses, with commas, that the page details may be read from. Empty in the cloud.',
});

export const uploadsBucket = defineString('UPLOADS_BUCKET', {
  default: '',
  description: 'The S3 bucket of uploaded images. Without one no image is accepted.',
});

export const uploadsPrefix = defineString('UPLOADS_PREFIX', {
  default: 'prod/uploads/',
  description: 'What the keys of uploaded images begin with.',
});

const givenUploadsOrigin = defineString('UPLOADS_ORIGIN', {
  default: '',
  description: 'Where uploaded images are read from, to see that one is there. Empty skips that.',
});

/** Where the local suite's AWS is: at a port of the run, so only the environment can know it. Undefined for AWS itself. */
export function awsEndpoint(): string | undefined {
  return process.env['AWS_ENDPOINT_URL'];
}

export function uploadsOrigin(): string {
  const origin = givenUploadsOrigin.value();
  const endpoint = awsEndpoint();
  return origin !== '' || endpoint === undefined ? origin : `${endpoint}/${uploadsBucket.value()}`;
}

export const uploadsIdentityPoolId = defineString('UPLOADS_IDENTITY_POOL_ID', {
  default: '',
  description: 'The Cognito identity pool that gives a browser credentials for an upload.',
});

export const uploadsRoleArn = defineString('UPLOADS_ROLE_ARN', {
  default: '',
  description:
    'The AWS role that may grant uploads, keep the icons of pages and delete images. Without one none of this happens.',
});

export const uploadsAudience = defineString('UPLOADS_AUDIENCE', {
  default: 'sts.amazonaws.com',
  description: 'Whom the tokens are for that this role trusts.',
});

/** The commit that `npm run deploy` deployed. Not a parameter: those have no value yet while the code loads. */
export function deployedVersion(): string | undefined {
  return process.env['FOLDMARK_VERSION'];
}

/** The one function that this instance is for: the platform starts the same code once for each. */
export function targetFunction(): string | undefined {
  return process.env['FUNCTION_TARGET'];
}
