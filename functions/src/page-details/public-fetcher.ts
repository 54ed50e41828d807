import { addressGuard } from '#functions/page-details/address-guard.ts';
import type { FetcherOptions } from '#functions/page-details/fetch-public.ts';
import { hostResolver } from '#functions/page-details/resolve-host.ts';

/** The fetcher of a deployment. `opened` are private addresses that it may connect to. */
export function publicFetcher(opened: readonly string[]): FetcherOptions {
  return {
    allowed: addressGuard(opened),
    resolve: hostResolver({ hostsFile: '/etc/hosts', timeoutMs: 1500, tries: 2 }),
    timeoutMs: 5000,
    maxRedirects: 5,
  };
}
