import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import type { AddressGuard } from '#functions/page-details/address-guard.ts';
import { Refused } from '#functions/page-details/refused.ts';

export interface FetcherOptions {
  readonly allowed: AddressGuard;
  readonly resolve: (hostname: string) => Promise<LookupAddress[]>;
  readonly timeoutMs: number;
  readonly maxRedirects: number;
}

/** What is asked for, and what of an answer is taken. */
export interface Wanted {
  readonly accept: string;
  readonly type: RegExp;
  readonly maxBytes: number;
}

export interface Fetched {
  /** Where the last redirect led. */
  readonly url: URL;
  readonly contentType: string;
  /** At most `maxBytes`: what lies behind them is not read. */
  readonly bytes: Uint8Array;
}

type Addresses = readonly [LookupAddress, ...LookupAddress[]];

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const TRY_AGAIN: ReadonlySet<number | undefined> = new Set([408, 425, 429]);
const MAX_HEADER_BYTES = 16 * 1024;
/** Below are the ports of services that are not the web, such as mail, where a request could do harm. */
const FIRST_FREE_PORT = 1024;

/** A certificate that does not hold, an answer that is no HTTP, and a body that is not compressed as it says. */
const PERMANENT =
  /^(?:CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HPE_|Z_|ERR_BROTLI|ERR__ERROR_)/;

/**
 * Reads a public address for a user whom we don't trust. Each hop is checked, and the addresses that were checked are those
 * that are connected to, so that no second look-up can answer otherwise. Throws `Refused` for what will never work; any
 * other error is worth another try later.
 */
export async function fetchPublic(url: string, wanted: Wanted, options: FetcherOptions): Promise<Fetched> {
  try {
    return await fetchHops(url, wanted, options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw PERMANENT.test(code) ? new Refused(code, { cause: error }) : error;
  }
}

async function fetchHops(url: string, wanted: Wanted, options: FetcherOptions): Promise<Fetched> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let current = URL.parse(url);
  for (let hop = 0; hop <= options.maxRedirects; hop += 1) {
    if (current === null) throw new Refused('not a url');
    const response = await open(current, await addressesOf(current, options, signal), wanted.accept, signal);
    try {
      if (!REDIRECTS.has(response.statusCode)) return await read(current, response, wanted);
      current = URL.parse(response.headers.location ?? '', current.href);
    } finally {
      response.destroy();
    }
  }
  throw new Refused('too many redirects');
}

/** Where to connect to. One address that is not allowed among several refuses them all. */
async function addressesOf(url: URL, options: FetcherOptions, signal: AbortSignal): Promise<Addresses> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refused('not a web page');
  if (url.port !== '' && url.port !== '80' && url.port !== '443' && Number(url.port) < FIRST_FREE_PORT) {
    throw new Refused('not a port of the web');
  }
  // The URL parser has made decimal, octal and hexadecimal forms of a literal address plain.
  const host = bareHost(url);
  const family = isIP(host);
  const addresses =
    family === 0 ? await beforeAbort(options.resolve(host), signal) : [{ address: host, family }];
  const [first, ...others] = addresses;
  if (first === undefined || !addresses.every(({ address }) => options.allowed(address))) {
    throw new Refused('not a public address');
  }
  return [first, ...others];
}

async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the time is up')), { once: true });
  });
  return Promise.race([promise, aborted]);
}

async function open(
  url: URL,
  addresses: Addresses,
  accept: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send({
    protocol: url.protocol,
    host: bareHost(url),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers: {
      'user-agent': 'Foldmark/1.0 (reads title and icon of a page that was bookmarked)',
      accept,
      'accept-encoding': 'gzip, deflate, br',
    },
    // A connection of its own: a pooled one was made for somebody else.
    agent: false,
    lookup: pinned(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    // Without a listener of its own an upgrade would end the request in silence.
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Refused('not a web page'));
    });
    // Stays on: an error after the response belongs to whoever reads the body, but must not end the process.
    request.on('error', reject);
    request.end();
  });
  return beforeAbort(answered, signal);
}

function pinned(addresses: Addresses): LookupFunction {
  const [first] = addresses;
  return (_hostname, { all }, callback) => {
    if (all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

async function read(url: URL, response: IncomingMessage, wanted: Wanted): Promise<Fetched> {
  const status = response.statusCode ?? 0;
  if (status >= 500 || TRY_AGAIN.has(status)) throw new Error(`the page answered ${status}`);
  if (status !== 200) throw new Refused(`the page answered ${status}`);
  const contentType = response.headers['content-type'] ?? '';
  if (!wanted.type.test(contentType)) throw new Refused('not of the type that is wanted');
  return { url, contentType, bytes: await readUpTo(wanted.maxBytes, response) };
}

/** Counts what comes out of the decompression, so that a bomb is worth no more than its first bytes. */
async function readUpTo(maxBytes: number, response: IncomingMessage): Promise<Uint8Array> {
  const decoder = decoderOf(response.headers['content-encoding']);
  response.on('error', (error) => decoder.destroy(error));
  response.pipe(decoder);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decoder) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A byte stream gave something else.');
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= maxBytes) break;
    }
  } finally {
    decoder.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function decoderOf(encoding: string | undefined): Transform {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new Refused('an unknown encoding');
  }
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
