import { AWS_REGION, UPLOADS_PREFIX_DEVELOPMENT, UPLOADS_PREFIX_PRODUCTION } from '@foldmark/contract/limits';
import type { FirebaseOptions } from 'firebase/app';

interface Uploads {
  /** Where uploaded images are served from, below their key without the prefix. */
  readonly baseUrl: string;
  readonly avatarsUrl: string;
  readonly prefix: string;
  readonly bucket: string;
  readonly region: string;
  readonly identityPoolId: string;
}

export interface Environment {
  readonly name: 'production' | 'development' | 'local';
  /** The public address, for canonical links. */
  readonly origin: string;
  readonly api: string;
  readonly firebase: FirebaseOptions;
  readonly uploads: Uploads;
}

const PRODUCTION_HOST = 'foldmark.web.app';
const DEVELOPMENT_HOST = 'foldmark-dev.web.app';

/** One entry for each place the app runs in; deploy/ says where the values come from. */
const ENVIRONMENTS = {
  production: {
    name: 'production',
    origin: `https://${PRODUCTION_HOST}`,
    api: '/api',
    firebase: firebaseOptions('foldmark', 'production-api-key', PRODUCTION_HOST),
    uploads: cloudUploads('foldmark-uploads', UPLOADS_PREFIX_PRODUCTION),
  },
  development: {
    name: 'development',
    origin: `https://${DEVELOPMENT_HOST}`,
    api: '/api',
    firebase: firebaseOptions('foldmark-dev', 'development-api-key', DEVELOPMENT_HOST),
    uploads: cloudUploads('foldmark-dev-uploads', UPLOADS_PREFIX_DEVELOPMENT),
  },
  local: {
    name: 'local',
    origin: `https://${PRODUCTION_HOST}`,
    api: '/api',
    // The emulators take any key, and projects that begin with `demo-` never leave this machine.
    firebase: firebaseOptions('demo-foldmark', 'local', 'localhost'),
    uploads: cloudUploads('foldmark-local-uploads', UPLOADS_PREFIX_DEVELOPMENT),
  },
} as const satisfies Record<Environment['name'], Environment>;

export function environmentOf(host: string): Environment {
  switch (host) {
    case PRODUCTION_HOST:
      return ENVIRONMENTS.production;
    case DEVELOPMENT_HOST:
      return ENVIRONMENTS.development;
    default:
      return ENVIRONMENTS.local;
  }
}

function firebaseOptions(projectId: string, apiKey: string, authDomain: string): FirebaseOptions {
  return { projectId, apiKey, authDomain };
}

function cloudUploads(bucket: string, prefix: string): Uploads {
  const baseUrl = `https://${bucket}.s3.${AWS_REGION}.amazonaws.com`;
  return {
    baseUrl: `${baseUrl}/${prefix.replace(/\/$/, '')}`,
    avatarsUrl: `${baseUrl}/avatars`,
    prefix,
    bucket,
    region: AWS_REGION,
    identityPoolId: `${AWS_REGION}:00000000-0000-0000-0000-000000000000`,
  };
}
