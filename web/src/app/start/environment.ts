import { AWS_REGION, UPLOADS_PREFIX_DEVELOPMENT, UPLOADS_PREFIX_PRODUCTION } from '@foldmark/contract/limits';
import type { FirebaseOptions } from 'firebase/app';

import { isLoopback } from '#web/app/start/is-loopback.ts';
import type { UploadPlace } from '#web/uploads/image-store.ts';

import deployed from '../../../../deploy/environments.json' with { type: 'json' };

interface Uploads extends UploadPlace {
  /** The base url of uploaded images. The rest of an image's url is its key without the prefix. */
  readonly baseUrl: string;
}

export interface Environment {
  readonly name: 'production' | 'development' | 'local';
  /** The public origin, for canonical links. */
  readonly origin: string;
  readonly api: string;
  readonly firebase: FirebaseOptions & { readonly projectId: string };
  readonly uploads: Uploads;
  /** The site key of reCAPTCHA Enterprise; null if App Check is off. */
  readonly appCheckSiteKey: string | null;
}

type Deployed = (typeof deployed)[keyof typeof deployed];

/** The settings that differ between deployments are in deploy/environments.json. */
const ENVIRONMENTS = {
  production: {
    name: 'production',
    origin: originOf(deployed.prod),
    api: '/api',
    firebase: firebaseOptions(deployed.prod),
    uploads: cloudUploads(deployed.prod.uploads, UPLOADS_PREFIX_PRODUCTION),
    appCheckSiteKey: siteKeyOf(deployed.prod),
  },
  development: {
    name: 'development',
    origin: originOf(deployed.dev),
    api: '/api',
    firebase: firebaseOptions(deployed.dev),
    uploads: cloudUploads(deployed.dev.uploads, UPLOADS_PREFIX_DEVELOPMENT),
    appCheckSiteKey: siteKeyOf(deployed.dev),
  },
  local: {
    name: 'local',
    origin: originOf(deployed.prod),
    api: '/api',
    // The emulators accept any key, and never call the cloud for a project that starts with `demo-`.
    firebase: { projectId: 'demo-foldmark', apiKey: 'local', authDomain: 'localhost' },
    uploads: localUploads('http://127.0.0.1:9566'),
    appCheckSiteKey: null,
  },
} as const satisfies Record<Environment['name'], Environment>;

/** Firebase Hosting serves previews of a site at `site--channel-hash.web.app`. */
const PREVIEW = /^(?<site>[a-z0-9-]+?)--[a-z0-9-]+\.web\.app$/;

/**
 * The environment of a host name. A preview belongs to the environment of its site, because it calls the functions of that
 * project. Any other host is development.
 */
export function environmentOf(hostname: string): Environment {
  if (isLoopback(hostname)) return ENVIRONMENTS.local;
  const { site } = PREVIEW.exec(hostname)?.groups ?? {};
  const siteHost = site === undefined ? hostname : `${site}.web.app`;
  return withAuthDomain(
    hostname,
    deployed.prod.hosts.includes(siteHost) ? ENVIRONMENTS.production : ENVIRONMENTS.development,
  );
}

/**
 * Hosting serves the pages of the sign-in popup on every host. They must share an origin with the app, because browsers
 * partition storage by origin.
 */
function withAuthDomain(host: string, environment: Environment): Environment {
  return { ...environment, firebase: { ...environment.firebase, authDomain: host } };
}

/** The first host is the public one. */
function originOf({ hosts }: Deployed): string {
  return `https://${hosts[0] ?? ''}`;
}

function firebaseOptions({ projectId, apiKey, appCheck: { appId } }: Deployed): Environment['firebase'] {
  return { projectId, apiKey, ...(appId === '' ? {} : { appId }) };
}

function siteKeyOf({ appCheck: { siteKey } }: Deployed): string | null {
  return siteKey === '' ? null : siteKey;
}

/** The local emulator of S3 and Cognito. */
export function localUploads(endpoint: string): Uploads {
  const bucket = 'foldmark-local';
  return uploadsAt(`${endpoint}/${bucket}`, {
    endpoint,
    bucket,
    prefix: UPLOADS_PREFIX_DEVELOPMENT,
  });
}

function cloudUploads({ bucket }: Deployed['uploads'], prefix: string): Uploads {
  const bucketUrl = `https://${bucket}.s3.${AWS_REGION}.amazonaws.com`;
  return uploadsAt(bucketUrl, { endpoint: null, bucket, prefix });
}

function uploadsAt(bucketUrl: string, place: Omit<UploadPlace, 'region'>): Uploads {
  return {
    ...place,
    region: AWS_REGION,
    baseUrl: `${bucketUrl}/${place.prefix.replace(/\/$/, '')}`,
  };
}
