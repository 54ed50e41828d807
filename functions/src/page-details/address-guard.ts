import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The IPv4 ranges without public hosts: the IANA special-purpose registry, multicast and reserved ranges. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Contains the metadata services of all large clouds except for the next address.
  '169.254.0.0/16',
  '168.63.129.16/32',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The only IPv6 range with public hosts, and its exceptions: tunnels into IPv4, documentation, tests. */
const PUBLIC_IPV6 = ['2000::/3'];
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const specialIpv4 = blockList(SPECIAL_IPV4, 'ipv4');
const publicIpv6 = blockList(PUBLIC_IPV6, 'ipv6');
const specialIpv6 = blockList(SPECIAL_IPV6, 'ipv6');

/** Returns whether the fetcher may connect to an IP address. */
export type AddressGuard = (address: string) => boolean;

/** Allows public addresses and the addresses in `opened`. */
export function addressGuard(opened: readonly string[]): AddressGuard {
  const exceptions: ReadonlySet<string> = new Set(opened);
  return (address) => exceptions.has(address) || isPublic(address);
}

function isPublic(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  return isIPv6(address) && publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
