/** Our own apps. Every deployment knows them, so they need no registration. */
export interface OwnClient {
  readonly client_id: string;
  readonly name: string;
  /** With a device code nothing proves that an app is ours, so this name must not say it. */
  readonly name_by_code: string;
  readonly redirect_uris: readonly string[];
}

/**
 * The hosts at which a browser hands an address to the extension instead of opening it. They follow from the public key and the add-on
 * id of its manifests.
 */
const EXTENSION_HOSTS = [
  'kopmploegcffflafkoeekifhkdbknoaa.chromiumapp.org',
  '3fcdba5b2e7f44abefc870b593bd42cb34dcbb11.extensions.allizom.org',
];

export const EXTENSION: OwnClient = {
  client_id: 'foldmark-extension',
  name: 'Foldmark extension',
  name_by_code: 'A browser extension',
  // Some browsers leave out the path.
  redirect_uris: EXTENSION_HOSTS.flatMap((host) => [`https://${host}/`, `https://${host}`]),
};

export const OWN_CLIENTS: readonly OwnClient[] = [EXTENSION];

/** Whether a host is one at which a browser hands an address to an extension. */
export function isExtensionHost(host: string): boolean {
  return /^[\w-]+\.(?:chromiumapp\.org|extensions\.allizom\.org)$/.test(host);
}
