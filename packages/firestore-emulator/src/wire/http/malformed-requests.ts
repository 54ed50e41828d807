import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { StatusError } from '#firestore/api/status.ts';
import type { RefuseHttp } from '#firestore/wire/refusals.ts';

/** Node's own answers. Every other code that starts with HPE_ is 400. */
const STATUS_BY_CODE: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);
const REQUEST_LINE = /^(?<method>[A-Z]+) (?<target>\/[^ \r\n]*)/u;
const MAX_LINE = 8192;

/** Answers and reports the requests that Node's parser refuses, such as those with too large headers. */
export class MalformedRequests {
  readonly #refuse: RefuseHttp;
  /**
   * The first line of each connection without a request yet. Node does not tell the line of a request with too large
   * headers, so it is not known for a later request of a connection.
   */
  readonly #firstLines = new WeakMap<Duplex, string>();
  readonly #responses = new WeakMap<Duplex, ServerResponse>();

  constructor(refuse: RefuseHttp = () => undefined) {
    this.#refuse = refuse;
  }

  accepted(socket: Duplex, start: Buffer): void {
    this.#firstLines.set(socket, start.toString('latin1', 0, MAX_LINE));
  }

  served(socket: Duplex, response: ServerResponse): void {
    this.#firstLines.delete(socket);
    this.#responses.set(socket, response);
    response.once('close', () => this.#responses.delete(socket));
  }

  answer(error: Error, socket: Duplex): void {
    const code = 'code' in error ? String(error.code) : '';
    const status = STATUS_BY_CODE.get(code) ?? (code.startsWith('HPE_') ? 400 : null);
    // A second response would damage the open one.
    const hasAnswered = this.#responses.get(socket)?.headersSent === true;
    if (status === null || !socket.writable || hasAnswered) {
      socket.destroy();
      return;
    }
    const reason = STATUS_CODES[status] ?? '';
    if (status !== 408) this.#report(error, socket, reason);
    socket.end(`HTTP/1.1 ${String(status)} ${reason}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
  }

  #report(error: Error, socket: Duplex, reason: string): void {
    const packet =
      'rawPacket' in error && Buffer.isBuffer(error.rawPacket)
        ? error.rawPacket.toString('latin1', 0, MAX_LINE)
        : '';
    const line = REQUEST_LINE.exec(packet) ?? REQUEST_LINE.exec(this.#firstLines.get(socket) ?? '');
    const { method = '?', target = '' } = line?.groups ?? {};
    const [path = '', query = ''] = target.split('?');
    this.#refuse(
      { method, path, query: new URLSearchParams(query), headers: {} },
      new StatusError('INVALID_ARGUMENT', `${reason}.`, { cause: error }),
    );
  }
}
