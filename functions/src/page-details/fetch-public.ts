import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { codeOf } from '#functions/errors/error-fields.ts';
import type { AddressGuard } from '#functions/page-details/address-guard.ts';
import { UnreadablePage } from '#functions/page-details/unreadable-page.ts';

export interface FetcherOptions {
  readonly allowed: AddressGuard;
  readonly resolve: (hostname: string) => Promise<LookupAddress[]>;
  readonly timeoutMs: number;
  readonly maxRedirects: number;
}

/** The content to request and to accept. */
export interface ExpectedContent {
  readonly accept: string;
  readonly type: RegExp;
  readonly maxBytes: number;
}

export interface Fetched {
  /** The url after the last redirect. */
  readonly url: URL;
  readonly contentType: string;
  /** The first `maxBytes` bytes of the body. */
  readonly bytes: Uint8Array;
}

type Addresses = readonly [LookupAddress, ...LookupAddress[]];

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const RETRYABLE: ReadonlySet<number | undefined> = new Set([408, 425, 429]);
const MAX_HEADER_BYTES = 16 * 1024;
/** Lower ports, except 80 and 443, belong to other services such as mail, where a request could do harm. */
const FIRST_UNPRIVILEGED_PORT = 1024;

/** The error codes of an invalid certificate, of an answer that is not HTTP and of a body with a wrong encoding. */
const PERMANENT =
  /^(?:CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HPE_|Z_|ERR_BROTLI|ERR__ERROR_)/;

/**
 * Reads a public url for an untrusted user. It checks the addresses of each redirect and connects to exactly these addresses,
 * so a second DNS answer cannot differ (DNS rebinding). Throws `UnreadablePage` if a retry is useless, and other errors if a
 * retry may help.
 */
export async function fetchPublic(
  url: string,
  expected: ExpectedContent,
  options: FetcherOptions,
): Promise<Fetched> {
  try {
    return await fetchHops(url, expected, options);
  } catch (error) {
    const code = String(codeOf(error));
    throw PERMANENT.test(code) ? new UnreadablePage(code, { cause: error }) : error;
  }
}

async function fetchHops(url: string, expected: ExpectedContent, options: FetcherOptions): Promise<Fetched> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let current = URL.parse(url);
  for (let hop = 0; hop <= options.maxRedirects; hop += 1) {
    if (current === null) throw new UnreadablePage('not a url');
    const response = await open(
      current,
      await addressesOf(current, options, signal),
      expected.accept,
      signal,
    );
    try {
      if (!REDIRECTS.has(response.statusCode)) return await read(current, response, expected);
      current = URL.parse(response.headers.location ?? '', current.href);
    } finally {
      response.destroy();
    }
  }
  throw new UnreadablePage('too many redirects');
}

/** Resolves the addresses to connect to. Throws if any of them is not allowed. */
async function addressesOf(url: URL, options: FetcherOptions, signal: AbortSignal): Promise<Addresses> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new UnreadablePage('not a web page');
  if (
    url.port !== '' &&
    url.port !== '80' &&
    url.port !== '443' &&
    Number(url.port) < FIRST_UNPRIVILEGED_PORT
  ) {
    throw new UnreadablePage('not a web port');
  }
  // The URL parser has already normalized decimal, octal and hexadecimal forms of an IP address.
  const host = bareHost(url);
  const family = isIP(host);
  const addresses =
    family === 0 ? await beforeAbort(options.resolve(host), signal) : [{ address: host, family }];
  const [first, ...others] = addresses;
  if (first === undefined || !addresses.every(({ address }) => options.allowed(address))) {
    throw new UnreadablePage('not a public address');
  }
  return [first, ...others];
}

async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
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
      'user-agent':
        'Foldmark/1.0 (reads title, description and pictures of a page that was bookmarked, or the metadata of an app)',
      accept,
      'accept-encoding': 'gzip, deflate, br',
    },
    // Uses no pooled connection, because the address of that one was checked for another request.
    agent: false,
    lookup: pinned(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    // Without this listener an upgrade would end the request without an event.
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new UnreadablePage('not a web page'));
    });
    // Not `once`: after the response, the reader of the body handles an error, but an error without a listener would end the
    // process.
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

async function read(url: URL, response: IncomingMessage, expected: ExpectedContent): Promise<Fetched> {
  const status = response.statusCode ?? 0;
  if (status >= 500 || RETRYABLE.has(status)) throw new Error(`the page answered ${status}`);
  if (status !== 200) throw new UnreadablePage(`the page answered ${status}`);
  const contentType = response.headers['content-type'] ?? '';
  if (!expected.type.test(contentType)) throw new UnreadablePage('unexpected content type');
  return { url, contentType, bytes: await readUpTo(expected.maxBytes, response) };
}

/** Limits the decompressed size, so a compression bomb costs no more than `maxBytes`. */
async function readUpTo(maxBytes: number, response: IncomingMessage): Promise<Uint8Array> {
  const decoder = decoderOf(response.headers['content-encoding']);
  response.on('error', (error) => decoder.destroy(error));
  response.pipe(decoder);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decoder) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('Expected a byte stream.');
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
      throw new UnreadablePage('an unknown encoding');
  }
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
