import type { Socket } from 'node:net';

import {
  ConnectionError,
  ERROR,
  FLAG,
  FRAME,
  frame,
  FrameReader,
  HEAD_BYTES,
  SETTING,
  unpadded,
  words,
  type Frame,
} from '#firestore/wire/http2/frames.ts';
import {
  checkLength,
  checkStreamId,
  checkWindow,
  initialWindowIn,
  settingsPayload,
  windowUpdateIn,
} from '#firestore/wire/http2/frame-checks.ts';
import { HeaderDecoder, MAX_HEADER_LIST_BYTES } from '#firestore/wire/http2/hpack.ts';
import { Http2Stream, type StreamConnection, type StreamEvents } from '#firestore/wire/http2/stream.ts';

/** Starts the call of a new stream. */
export type OpenStream = (stream: Http2Stream, headers: ReadonlyMap<string, string>) => StreamEvents;

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const DEFAULT_WINDOW = 65_535;
/** How much a client may send before the server has acknowledged it, on a stream and on the connection. */
const STREAM_WINDOW = 1024 * 1024;
const CONNECTION_WINDOW = 16 * 1024 * 1024;
/** The Admin SDK opens a stream for each listener and each pending call. */
const MAX_STREAMS = 10_000;
/** Answers to pings, settings and refused streams that wait for a client that does not read. */
const MAX_CONTROL_BYTES = 1024 * 1024;
/** How long a client may take to read why the connection ends. */
const CLOSE_TIMEOUT_MS = 1_000;
/** One flush writes about this much. Then the socket tells when it takes more. */
const FLUSH_BYTES = 512 * 1024;
const SETTINGS = settingsPayload([
  [SETTING.maxConcurrentStreams, MAX_STREAMS],
  [SETTING.initialWindowSize, STREAM_WINDOW],
  [SETTING.maxHeaderListSize, MAX_HEADER_LIST_BYTES],
]);

/**
 * The server's side of an HTTP/2 connection (RFC 9113), without the parts that gRPC does not use. Node's own HTTP/2 and the
 * gRPC library need several times the processor time for a call. This connection also collects all frames of a turn of the
 * event loop and writes them at once.
 */
export class Http2Connection implements StreamConnection {
  window = DEFAULT_WINDOW;
  readonly #socket: Socket;
  readonly #open: OpenStream;
  readonly #frames = new FrameReader();
  readonly #headers = new HeaderDecoder();
  readonly #streams = new Map<number, Http2Stream>();
  readonly #control: Buffer[] = [];
  #controlBytes = 0;
  #ready = new Set<Http2Stream>();
  #preface: Buffer | null = Buffer.alloc(0);
  #initialWindow = DEFAULT_WINDOW;
  #lastId = 0;
  #unacknowledged = 0;
  /** The header block that CONTINUATION frames complete. */
  #block: { readonly id: number; readonly flags: number; readonly parts: Buffer[]; size: number } | null =
    null;
  #isFlushScheduled = false;
  #isBlocked = false;
  #isClosed = false;
  #awaitsPong = false;
  #hasSettings = false;

  constructor(socket: Socket, open: OpenStream) {
    this.#socket = socket;
    this.#open = open;
    socket.on('data', this.#onData);
    socket.on('drain', () => {
      this.#isBlocked = false;
      this.#scheduleFlush();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#close();
    });
    this.sendControl(
      frame(FRAME.settings, 0, 0, SETTINGS),
      frame(FRAME.windowUpdate, 0, 0, words(CONNECTION_WINDOW - DEFAULT_WINDOW)),
    );
    socket.resume();
  }

  schedule(stream: Http2Stream): void {
    this.#ready.add(stream);
    this.#scheduleFlush();
  }

  sendControl(...frames: readonly Buffer[]): void {
    for (const each of frames) {
      this.#control.push(each);
      this.#controlBytes += each.length;
    }
    this.#scheduleFlush();
  }

  closed(stream: Http2Stream): void {
    this.#streams.delete(stream.id);
    this.#ready.delete(stream);
  }

  /** Closes the connection if the client has not answered the last ping. Otherwise sends the next one. */
  checkAlive(timeoutMs: number): void {
    this.#awaitsPong = true;
    this.sendControl(frame(FRAME.ping, 0, 0, Buffer.alloc(8)));
    const timer = setTimeout(() => {
      if (this.#awaitsPong) this.#socket.destroy();
    }, timeoutMs);
    timer.unref();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  readonly #onData = (bytes: Buffer): void => {
    try {
      const rest = this.#withoutPreface(bytes);
      if (rest !== null) this.#frames.push(rest, this.#receive);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      this.#fail(error);
    }
  };

  /** Null until the whole preface has arrived. */
  #withoutPreface(bytes: Buffer): Buffer | null {
    if (this.#preface === null) return bytes;
    const all = Buffer.concat([this.#preface, bytes]);
    const compared = Math.min(all.length, PREFACE.length);
    if (!all.subarray(0, compared).equals(PREFACE.subarray(0, compared)))
      throw new ConnectionError(ERROR.protocol, 'The connection preface is wrong.');
    this.#preface = compared < PREFACE.length ? all : null;
    return this.#preface === null ? all.subarray(PREFACE.length) : null;
  }

  readonly #receive = (received: Frame): void => {
    if (this.#isClosed) return;
    const { type, flags, streamId, payload } = received;
    checkStreamId(received);
    if (!this.#hasSettings && type !== FRAME.settings)
      throw protocolError('The first frame has no settings.');
    if (this.#controlBytes > MAX_CONTROL_BYTES)
      throw new ConnectionError(ERROR.enhanceYourCalm, 'The client does not read the answers.');
    if (this.#block !== null && (type !== FRAME.continuation || streamId !== this.#block.id))
      throw protocolError('A header block is interrupted.');
    switch (type) {
      case FRAME.data:
        this.#receiveData(received);
        return;
      case FRAME.headers:
        if (streamId % 2 === 0) throw protocolError('A client opened an even stream.');
        this.#block = { id: streamId, flags, parts: [], size: 0 };
        this.#continueBlock(unpadded(received, true), flags);
        return;
      case FRAME.continuation:
        this.#continueBlock(payload, flags);
        return;
      case FRAME.reset:
        checkLength(payload, 4);
        this.#checkNotIdle(streamId);
        this.#streams.get(streamId)?.abort();
        return;
      case FRAME.settings:
        this.#receiveSettings(received);
        return;
      case FRAME.ping:
        checkLength(payload, 8);
        if ((flags & FLAG.ack) === 0) this.sendControl(frame(FRAME.ping, FLAG.ack, 0, payload));
        else this.#awaitsPong = false;
        return;
      case FRAME.windowUpdate:
        this.#receiveWindowUpdate(received);
        return;
      case FRAME.pushPromise:
        throw protocolError('A client sent a push promise.');
      default:
      // GOAWAY and PRIORITY need no answer, and unknown frames are ignored.
    }
  };

  #receiveData(received: Frame): void {
    const { streamId, flags, payload } = received;
    this.#checkNotIdle(streamId);
    const data = unpadded(received, false);
    const stream = this.#streams.get(streamId);
    this.#unacknowledged += payload.length;
    if (this.#unacknowledged > CONNECTION_WINDOW / 2) {
      this.sendControl(frame(FRAME.windowUpdate, 0, 0, words(this.#unacknowledged)));
      this.#unacknowledged = 0;
    }
    if (stream === undefined || stream.hasRemoteEnded) return;
    stream.unacknowledged += payload.length;
    if (stream.unacknowledged > STREAM_WINDOW / 2) {
      this.sendControl(frame(FRAME.windowUpdate, 0, streamId, words(stream.unacknowledged)));
      stream.unacknowledged = 0;
    }
    if (data.length > 0) stream.events?.data(data);
    if ((flags & FLAG.endStream) !== 0) endRemote(stream);
  }

  #continueBlock(part: Buffer, flags: number): void {
    const block = this.#block;
    if (block === null) throw protocolError('A header block has no beginning.');
    block.parts.push(part);
    // Empty frames count, too.
    block.size += HEAD_BYTES + part.length;
    if (block.size > MAX_HEADER_LIST_BYTES)
      throw new ConnectionError(ERROR.enhanceYourCalm, 'The headers are too long.');
    if ((flags & FLAG.endHeaders) === 0) return;
    this.#block = null;
    const bytes = block.parts.length === 1 ? part : Buffer.concat(block.parts);
    // The block changes the decoder's table even if the stream is closed.
    this.#receiveHeaders(block.id, this.#headers.decode(bytes), (block.flags & FLAG.endStream) !== 0);
  }

  #receiveHeaders(id: number, headers: ReadonlyMap<string, string>, isEnd: boolean): void {
    if (id <= this.#lastId) {
      // Trailers end a request.
      const stream = this.#streams.get(id);
      if (stream !== undefined && !stream.hasRemoteEnded) endRemote(stream);
      return;
    }
    this.#lastId = id;
    if (this.#streams.size >= MAX_STREAMS) {
      this.sendControl(frame(FRAME.reset, 0, id, words(ERROR.refused)));
      return;
    }
    const stream = new Http2Stream(id, this.#initialWindow, this);
    this.#streams.set(id, stream);
    stream.events = this.#open(stream, headers);
    if (isEnd) endRemote(stream);
  }

  #receiveSettings(received: Frame): void {
    this.#hasSettings = true;
    const value = initialWindowIn(received);
    if ((received.flags & FLAG.ack) !== 0) return;
    if (value !== null) this.#changeWindows(value);
    this.sendControl(frame(FRAME.settings, FLAG.ack, 0, Buffer.alloc(0)));
  }

  #changeWindows(initialWindow: number): void {
    for (const stream of this.#streams.values()) {
      stream.window += initialWindow - this.#initialWindow;
      checkWindow(stream.window);
      this.#ready.add(stream);
    }
    this.#initialWindow = initialWindow;
  }

  #receiveWindowUpdate(received: Frame): void {
    const { streamId } = received;
    const added = windowUpdateIn(received);
    this.#checkNotIdle(streamId);
    const target = streamId === 0 ? this : this.#streams.get(streamId);
    if (target === undefined) return;
    target.window += added;
    checkWindow(target.window);
    if (target instanceof Http2Stream) this.#ready.add(target);
    if (this.#ready.size > 0) this.#scheduleFlush();
  }

  #checkNotIdle(streamId: number): void {
    if (streamId > this.#lastId) throw protocolError('The stream is not open.');
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.#isBlocked || this.#isClosed) return;
    this.#isFlushScheduled = true;
    setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    this.#isFlushScheduled = false;
    if (this.#isClosed || this.#isBlocked) return;
    const output = this.#control.splice(0);
    this.#controlBytes = 0;
    const ready = this.#ready;
    this.#ready = new Set();
    let budget = FLUSH_BYTES;
    let mayContinue = false;
    for (const stream of ready) {
      const windowBefore = this.window;
      const hasMore = budget <= 0 || stream.collect(output);
      budget -= windowBefore - this.window;
      if (!hasMore) continue;
      this.#ready.add(stream);
      mayContinue ||= this.window > 0;
    }
    if (output.length > 0) this.#isBlocked = !this.#socket.write(Buffer.concat(output));
    for (const stream of ready) stream.notifyIfDrained();
    if (mayContinue) this.#scheduleFlush();
  };

  #fail({ code, message }: ConnectionError): void {
    if (this.#isClosed) return;
    const reason = Buffer.concat([words(this.#lastId, code), Buffer.from(message)]);
    this.#close();
    this.#socket.end(frame(FRAME.goAway, 0, 0, reason), () => this.#socket.destroy());
    setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#ready.clear();
    this.#socket.off('data', this.#onData).resume();
    // An abort removes the stream from the map, which the iteration allows.
    for (const stream of this.#streams.values()) stream.abort();
  }
}

function endRemote(stream: Http2Stream): void {
  stream.hasRemoteEnded = true;
  stream.events?.end();
}

function protocolError(message: string): ConnectionError {
  return new ConnectionError(ERROR.protocol, message);
}
