import { useServices } from '#web/hooks/services.ts';

const PREFIX = /^(?:dev|prod)\/uploads\//;

/** The url of an uploaded image. Null for an empty key. */
export function useUploadUrl(key: string): string | null {
  const { uploadsUrl } = useServices();
  return key === '' ? null : `${uploadsUrl}/${key.replace(PREFIX, '')}`;
}

/** Returns the address if it is one of our images, else null: loading another site's image would reveal the visit. */
export function useOwnImage(address: string): string | null {
  const { uploadsUrl } = useServices();
  return address.startsWith(`${uploadsUrl}/`) ? address : null;
}
