import { isIP } from 'node:net';

/** Which clients may call a server on this machine, in addition to the machine itself. */
export interface CallerOptions {
  /** The address to listen on, by default loopback. Every client that reaches the port has access. */
  readonly host: string;
  /** Other names of this machine that clients and pages may use, such as its name in a container's network. */
  readonly allowHosts?: readonly string[];
  /** Origins of pages from elsewhere that may call, such as `https://dev.example.com`. */
  readonly allowOrigins?: readonly string[];
}

/** Returns the reason to reject a request, or null to accept it. */
export type CallerCheck = (host: string | undefined, origin: string | undefined) => string | null;

const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

/**
 * A page of any site can send requests to this machine. With DNS rebinding (its own name resolves to 127.0.0.1) it can
 * also read the answers. Its name is then in `Host`, so `Host` must be a name of this machine. Without rebinding the
 * page's site is in `Origin`, which programs do not send.
 */
export function callerCheck({ host, allowHosts = [], allowOrigins = [] }: CallerOptions): CallerCheck {
  const own = hostnameOf(isIP(host) === 6 ? `[${host}]` : host);
  const names: ReadonlySet<string> = new Set([own, ...allowHosts.map(hostnameOf)]);
  const origins: ReadonlySet<string> = new Set(allowOrigins);
  // DNS rebinding can point any name to this machine. An address in `Host` is always the address that the client called.
  const takesAddresses = WILDCARDS.has(own);
  const isOurs = (name: string): boolean => isLoopback(name) || (name !== '' && names.has(name));
  let accepted: string | null = null;
  return (authority, origin) => {
    // Programs send the same authority and no origin with every call.
    if (origin === undefined && authority === accepted) return null;
    const name = authority === undefined ? own : hostnameOf(authority);
    if (!isOurs(name) && !(takesAddresses && isAddress(name)))
      return `${printable(authority)} is no name of this machine. If it is, start with --allow-host NAME.`;
    if (origin === undefined) {
      accepted = authority ?? null;
      return null;
    }
    if (origins.has(origin)) return null;
    const page = urlOf(origin)?.hostname ?? '';
    if (isOurs(page) || (page !== '' && page === name)) return null;
    return `Pages of ${printable(origin)} may not call this server. If they should, start with --allow-origin ORIGIN.`;
  };
}

/** The host of `host:port` in URL form: lower case, IPv6 in brackets. Empty if it is invalid. */
function hostnameOf(authority: string): string {
  return (urlOf(`http://${authority}`)?.hostname ?? '').replace(/\.$/u, '');
}

/** Like URL.parse, which Node 20 does not have. */
function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/gu, '')) !== 0;
}

function isLoopback(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]';
}

/** Quotes untrusted text for a message. Escaped line breaks keep it from forging log lines. */
function printable(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 100));
}

/** The command-line options, for `parseArgs`. */
export const CALLER_FLAGS = {
  host: { type: 'string', default: '127.0.0.1' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
} as const;

export const CALLER_HELP = `  --allow-host NAME      another name of this machine that clients may call it by; may be repeated
  --allow-origin ORIGIN  a page from elsewhere that may call, such as https://dev.example.com; may be repeated
`;

/** Throws a TypeError whose message explains the invalid option. */
export function callersIn(values: {
  readonly host: string;
  readonly 'allow-host'?: readonly string[];
  readonly 'allow-origin'?: readonly string[];
}): Required<CallerOptions> {
  const { host, 'allow-host': allowHosts = [], 'allow-origin': allowOrigins = [] } = values;
  for (const name of allowHosts) {
    if (name === '' || hostnameOf(name) !== name.toLowerCase())
      throw new TypeError(`--allow-host ${name} is no host name.`);
  }
  for (const origin of allowOrigins) {
    if (origin !== 'null' && urlOf(origin)?.origin !== origin)
      throw new TypeError(`--allow-origin ${origin} is no origin such as https://dev.example.com.`);
  }
  return { host, allowHosts, allowOrigins };
}
