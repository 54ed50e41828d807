import type { StatusError } from '#firestore/api/status.ts';
import { encodeHeaders } from '#firestore/wire/http2/hpack.ts';
import type { Http2Stream } from '#firestore/wire/http2/stream.ts';

const HEADERS = [
  [':status', '200'],
  ['content-type', 'application/grpc+proto'],
] as const;
const HEAD = encodeHeaders(HEADERS);
const OK = encodeHeaders([['grpc-status', '0']]);
/** gRPC calls on other content, as the gRPC specification answers it. */
export const UNSUPPORTED_CONTENT = encodeHeaders([[':status', '415']]);
/** Clients limit the size of all headers, some to 8 KiB. */
const MAX_MESSAGE_LENGTH = 4096;

/** Sends the answer of one call: headers, messages, and the status. */
export class GrpcCall {
  readonly #stream: Http2Stream;
  #hasHead = false;
  #hasEnded = false;
  #deadline: NodeJS.Timeout | null = null;

  constructor(stream: Http2Stream) {
    this.#stream = stream;
  }

  /** True if the client has the status, or does not wait for it any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  sendHead(): void {
    if (this.#hasHead || this.#hasEnded) return;
    this.#hasHead = true;
    this.#stream.respond(HEAD);
  }

  expireAfter(ms: number, expired: () => void): void {
    this.#deadline = setTimeout(expired, ms);
    this.#deadline.unref();
  }

  /** Returns false if the client is slow. */
  send(message: Buffer): boolean {
    if (this.#hasEnded) return false;
    this.sendHead();
    const prefix = Buffer.allocUnsafe(5);
    prefix.writeUInt8(0, 0);
    prefix.writeUInt32BE(message.length, 1);
    return this.#stream.write(prefix, message);
  }

  end(error?: StatusError): void {
    if (this.#hasEnded) return;
    if (error === undefined) this.sendHead();
    this.cancel();
    this.#stream.end(error === undefined ? OK : errorBlock(error, this.#hasHead));
  }

  /** The client waits no more. */
  cancel(): void {
    this.#hasEnded = true;
    if (this.#deadline !== null) clearTimeout(this.#deadline);
  }
}

/** Without headers before it, the status is in the headers. */
function errorBlock({ code, message }: StatusError, hasHead: boolean): Buffer {
  const status = [
    ['grpc-status', String(code)],
    ['grpc-message', percentEncoded(message.slice(0, MAX_MESSAGE_LENGTH))],
  ] as const;
  return encodeHeaders(hasHead ? status : [...HEADERS, ...status]);
}

function percentEncoded(text: string): string {
  if (/^[ -$&-~]*$/u.test(text)) return text;
  let encoded = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}
