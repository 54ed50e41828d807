import { AWS_REGION, UPLOADS_PREFIX_DEVELOPMENT, UPLOADS_PREFIX_PRODUCTION } from '@foldmark/contract/limits';
import type { FirebaseOptions } from 'firebase/app';

import type { UploadPlace } from '#web/uploads/image-store.ts';

import deployed from '../../../deploy/environments.json' with { type: 'json' };

interface Uploads extends UploadPlace {
  /** Where uploaded images are served from, below their key without the prefix. */
  readonly baseUrl: string;
}

export interface Environment {
  readonly name: 'production' | 'development' | 'local';
  /** The public address, for canonical links. */
  readonly origin: string;
  readonly api: string;
  readonly firebase: FirebaseOptions & { readonly projectId: string };
  readonly uploads: Uploads;
  /** Of reCAPTCHA Enterprise; null where App Check is off. */
  readonly appCheckSiteKey: string | null;
}

type Deployed = (typeof deployed)[keyof typeof deployed];

/** One entry for each place the app runs in. What differs between people's deployments is in deploy/environments.json. */
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
    // The emulators take any key, and projects that begin with `demo-` never leave this machine.
    firebase: { projectId: 'demo-foldmark', apiKey: 'local', authDomain: 'localhost' },
    uploads: localUploads('http://127.0.0.1:9566'),
    appCheckSiteKey: null,
  },
} as const satisfies Record<Environment['name'], Environment>;

/** Firebase Hosting has previews of a site at `site--channel-hash.web.app`. */
const PREVIEW = /^(?<site>[a-z0-9-]+?)--[a-z0-9-]+\.web\.app$/;
/** Only there may the app look for the services of this machine: at any other host it would be the visitor's own. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The environment of a host name. A preview of a site calls the functions of that site's project, so it belongs to its
 * environment; any other unknown host is development.
 */
export function environmentOf(hostname: string): Environment {
  if (LOOPBACK.test(hostname)) return ENVIRONMENTS.local;
  const { site } = PREVIEW.exec(hostname)?.groups ?? {};
  const known = site === undefined ? hostname : `${site}.web.app`;
  return at(
    hostname,
    deployed.prod.hosts.includes(known) ? ENVIRONMENTS.production : ENVIRONMENTS.development,
  );
}

/** Hosting has the pages of the sign-in popup at every host, and a browser keeps what they store apart from other hosts. */
function at(host: string, environment: Environment): Environment {
  return { ...environment, firebase: { ...environment.firebase, authDomain: host } };
}

/** The first of the hosts is the one that people are meant to see. */
function originOf({ hosts }: Deployed): string {
  return `https://${hosts[0] ?? ''}`;
}

function firebaseOptions({ projectId, apiKey, appCheck: { appId } }: Deployed): Environment['firebase'] {
  return { projectId, apiKey, ...(appId === '' ? {} : { appId }) };
}

function siteKeyOf({ appCheck: { siteKey } }: Deployed): string | null {
  return siteKey === '' ? null : siteKey;
}

/** The stand-in for S3 and Cognito at an address of this machine. */
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
