import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

import { codeOf } from '#functions/errors/error-fields.ts';
import { UnreadablePage } from '#functions/page-details/unreadable-page.ts';

export interface ResolverOptions {
  /** Name servers as `address:port`. Defaults to those of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile: string;
  /** The timeout of the first query to a server. Later queries wait longer. */
  readonly timeoutMs: number;
  readonly tries: number;
}

/** The error codes for a name server's answer that the host does not exist. A failed query has other codes. */
const NO_SUCH_HOST: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Resolves a host by the hosts file, else by DNS. It does not use `dns.lookup`, which would block one of the four threads that
 * file operations and all other look-ups share while it waits for a silent name server.
 */
export function hostResolver(options: ResolverOptions): (hostname: string) => Promise<LookupAddress[]> {
  return async (hostname) => {
    const local = addressesIn(await readFile(options.hostsFile, 'utf8').catch(() => ''), hostname);
    return local.length > 0 ? local : queryNameServers(hostname, options);
  };
}

/** Queries IPv6 only if there is no IPv4 address, because not every cloud can connect over IPv6. */
async function queryNameServers(
  hostname: string,
  { servers, timeoutMs, tries }: ResolverOptions,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  const ipv4 = await resolver.resolve4(hostname).catch(noneOf);
  if (ipv4.length > 0) return ipv4.map((address) => ({ address, family: 4 }));
  const ipv6 = await resolver.resolve6(hostname).catch(noneOf);
  if (ipv6.length === 0) throw new UnreadablePage('no such host');
  return ipv6.map((address) => ({ address, family: 6 }));
}

function noneOf(error: unknown): string[] {
  if (NO_SUCH_HOST.has(codeOf(error))) return [];
  throw error;
}

/** Returns the addresses of a name in a hosts file. Prefers IPv4, like `queryNameServers`. */
function addressesIn(hostsFile: string, hostname: string): LookupAddress[] {
  const name = hostname.replace(/\.$/, '');
  const addresses = hostsFile.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const matches = names.some((other) => other.toLowerCase() === name);
    return matches && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : [];
  });
  const ipv4 = addresses.filter(({ family }) => family === 4);
  return ipv4.length > 0 ? ipv4 : addresses;
}
