import { isLoopback } from './app-texts.ts';

declare global {
  interface ImportMetaEnv {
    /** The addresses of the stores by host. The build reads them from deploy/environments.json. Undefined in tests. */
    readonly EXTENSION_STORES?: Stores;
  }
}

type ExtensionBrowser = 'chrome' | 'firefox';
export type Stores = Readonly<Record<string, Readonly<Record<ExtensionBrowser, string>>>>;

/** How a browser can get the extension: from a store, or from the folder of a Foldmark that runs on this computer. */
export type ExtensionOffer =
  | { readonly from: 'store'; readonly url: string; readonly store: string }
  | { readonly from: 'folder' };

const STORES = { chrome: 'the Chrome Web Store', firefox: 'Firefox Add-ons' } as const;

/** The versions that the manifests of the extension ask for. */
const OLDEST = { chrome: 121, firefox: 140 } as const;

/** Null if this browser or this instance has no extension: on phones, in Safari, or without an address of a store. */
export function extensionOffer(userAgent: string, host: string, stores: Stores = {}): ExtensionOffer | null {
  const browser = extensionBrowser(userAgent);
  if (browser === null) return null;
  const url = stores[host]?.[browser] ?? '';
  if (url !== '') return { from: 'store', url, store: STORES[browser] };
  return isLoopback(host) ? { from: 'folder' } : null;
}

function extensionBrowser(userAgent: string): ExtensionBrowser | null {
  if (/Android|Mobile|iPhone|iPad/.test(userAgent)) return null;
  const { name, version } = /(?<name>Firefox|Chrome)\/(?<version>\d+)/.exec(userAgent)?.groups ?? {};
  if (name === undefined) return null;
  const browser = name === 'Firefox' ? 'firefox' : 'chrome';
  return Number(version) >= OLDEST[browser] ? browser : null;
}
