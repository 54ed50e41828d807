import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

import { Refused } from '#functions/page-details/refused.ts';

export interface ResolverOptions {
  /** Name servers as `address:port`. Those of the system where none are given. */
  readonly servers?: readonly string[];
  readonly hostsFile: string;
  /** For the first query to a server; the later ones wait longer. */
  readonly timeoutMs: number;
  readonly tries: number;
}

/** The name servers have answered, and there is no such host. When they could not answer, the code is another. */
const NO_SUCH_HOST: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Answers the addresses of a host: those of the hosts file, else those that DNS has. `dns.lookup` would wait for a silent
 * name server on one of four threads, which files and all other look-ups need too. This waits on a socket of its own.
 */
export function hostResolver(options: ResolverOptions): (hostname: string) => Promise<LookupAddress[]> {
  return async (hostname) => {
    const local = addressesIn(await readFile(options.hostsFile, 'utf8').catch(() => ''), hostname);
    return local.length > 0 ? local : askNameServers(hostname, options);
  };
}

/** IPv6 is asked for only where there is no IPv4: not every cloud reaches it, and every other site has both. */
async function askNameServers(
  hostname: string,
  { servers, timeoutMs, tries }: ResolverOptions,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  const ipv4 = await resolver.resolve4(hostname).catch(noneOf);
  if (ipv4.length > 0) return ipv4.map((address) => ({ address, family: 4 }));
  const ipv6 = await resolver.resolve6(hostname).catch(noneOf);
  if (ipv6.length === 0) throw new Refused('no such host');
  return ipv6.map((address) => ({ address, family: 6 }));
}

function noneOf(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && NO_SUCH_HOST.has(error.code)) return [];
  throw error;
}

/** The addresses that the text of a hosts file has for a name: IPv4 before IPv6, as from the name servers. */
function addressesIn(hostsFile: string, hostname: string): LookupAddress[] {
  const name = hostname.replace(/\.$/, '');
  const addresses = hostsFile.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isNamed = names.some((other) => other.toLowerCase() === name);
    return isNamed && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : [];
  });
  const ipv4 = addresses.filter(({ family }) => family === 4);
  return ipv4.length > 0 ? ipv4 : addresses;
}
