import { createContext, use } from 'react';

/** Where uploaded images are served from. */
export const UploadsUrl = createContext('');

const PREFIX = /^(?:dev|prod)\/uploads\//;

/** The address of an uploaded image; null where there is none. */
export function useUploadUrl(key: string): string | null {
  const base = use(UploadsUrl);
  return key === '' ? null : `${base}/${key.replace(PREFIX, '')}`;
}
