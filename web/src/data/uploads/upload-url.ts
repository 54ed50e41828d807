import { useServices } from '#web/data/services.ts';

const PREFIX = /^(?:dev|prod)\/uploads\//;

/** The address of an uploaded image; null where there is none. */
export function useUploadUrl(key: string): string | null {
  const { uploadsUrl } = useServices();
  return key === '' ? null : `${uploadsUrl}/${key.replace(PREFIX, '')}`;
}
