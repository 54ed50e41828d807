import { useServices } from '#web/hooks/services.ts';

const PREFIX = /^(?:dev|prod)\/uploads\//;

/** The address of an uploaded image; null where there is none. */
export function useUploadUrl(key: string): string | null {
  const { uploadsUrl } = useServices();
  return key === '' ? null : `${uploadsUrl}/${key.replace(PREFIX, '')}`;
}

/** An address that is one of our own images; null for any other: loading it would tell its site who looks at the link. */
export function useOwnImage(address: string): string | null {
  const { uploadsUrl } = useServices();
  return address.startsWith(`${uploadsUrl}/`) ? address : null;
}
