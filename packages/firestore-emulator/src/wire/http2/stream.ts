import { ERROR, FLAG, FRAME, frameHead, MAX_PAYLOAD, words } from '#firestore/wire/http2/frames.ts';

/** What a call learns about its stream. */
export interface StreamEvents {
  data(bytes: Buffer): void;
  /** The client has sent everything. */
  end(): void;
  /** The stream takes more data again, after a `write` that returned false. */
  drained(): void;
  /** The client has cancelled the stream or disconnected. */
  aborted(): void;
}

/** The part of a connection that its streams use. */
export interface StreamConnection {
  /** How many bytes of data the client takes on all streams together. */
  window: number;
  /** Collects the frames of the stream in the next flush. */
  schedule(stream: Http2Stream): void;
  sendControl(...frames: readonly Buffer[]): void;
  closed(stream: Http2Stream): void;
}

const HIGH_WATER_BYTES = 128 * 1024;
const LOW_WATER_BYTES = 64 * 1024;
/** A stream sends at most this much before it is the next one's turn. */
const TURN_BYTES = 64 * 1024;

/** One request and its answer. All writes until the next flush share frames. */
export class Http2Stream {
  readonly id: number;
  /** How many bytes of data the client takes on this stream. */
  window: number;
  events: StreamEvents | null = null;
  /** How many received bytes the client does not know to be consumed. */
  unacknowledged = 0;
  hasRemoteEnded = false;
  readonly #connection: StreamConnection;
  #head: Buffer | null = null;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #trailers: Buffer | null = null;
  #isFull = false;
  #isClosed = false;

  constructor(id: number, window: number, connection: StreamConnection) {
    this.id = id;
    this.window = window;
    this.#connection = connection;
  }

  /** Sends a header block before all data. */
  respond(head: Buffer): void {
    if (this.#isClosed) return;
    this.#head = head;
    this.#connection.schedule(this);
  }

  /** Returns false if the client is slow. Then wait for `drained`. */
  write(...parts: readonly Buffer[]): boolean {
    if (this.#isClosed) return false;
    // The message itself does not count. Otherwise each large message would wait for the client to read it.
    this.#isFull = this.#queuedBytes >= HIGH_WATER_BYTES;
    for (const part of parts) {
      if (part.length === 0) continue;
      this.#queue.push(part);
      this.#queuedBytes += part.length;
    }
    this.#connection.schedule(this);
    return !this.#isFull;
  }

  /** Sends the last header block after all data. */
  end(trailers: Buffer): void {
    if (this.#isClosed || this.#trailers !== null) return;
    this.#trailers = trailers;
    this.#connection.schedule(this);
  }

  abort(): void {
    if (this.#isClosed) return;
    this.#close();
    this.events?.aborted();
  }

  /** Appends the next frames. Returns whether more follow as soon as the connection takes them. */
  collect(output: Buffer[]): boolean {
    if (this.#isClosed) return false;
    if (this.#head !== null) pushHeaders(output, this.id, this.#head, 0);
    this.#head = null;
    let turn = TURN_BYTES;
    while (this.#queuedBytes > 0 && turn > 0) {
      const length = Math.min(this.#queuedBytes, MAX_PAYLOAD, this.window, this.#connection.window);
      if (length <= 0) return this.window > 0;
      output.push(frameHead(FRAME.data, 0, this.id, length));
      this.#take(length, output);
      turn -= length;
    }
    if (this.#queuedBytes > 0) return true;
    if (this.#trailers !== null) this.#finish(output, this.#trailers);
    return false;
  }

  /** Tells the call that the stream takes more data. */
  notifyIfDrained(): void {
    if (this.#isClosed || !this.#isFull || this.#queuedBytes > LOW_WATER_BYTES) return;
    this.#isFull = false;
    this.events?.drained();
  }

  #take(length: number, output: Buffer[]): void {
    this.window -= length;
    this.#connection.window -= length;
    this.#queuedBytes -= length;
    let left = length;
    let used = 0;
    for (const part of this.#queue) {
      if (left === 0) break;
      if (part.length > left) {
        output.push(part.subarray(0, left));
        this.#queue[used] = part.subarray(left);
        break;
      }
      output.push(part);
      left -= part.length;
      used += 1;
    }
    this.#queue = used === this.#queue.length ? [] : this.#queue.slice(used);
  }

  #finish(output: Buffer[], trailers: Buffer): void {
    pushHeaders(output, this.id, trailers, FLAG.endStream);
    // The client need not send the rest of a request that has its answer.
    if (!this.hasRemoteEnded) output.push(frameHead(FRAME.reset, 0, this.id, 4), words(ERROR.none));
    this.#close();
  }

  #close(): void {
    this.#isClosed = true;
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#connection.closed(this);
  }
}

function pushHeaders(output: Buffer[], id: number, block: Buffer, flags: number): void {
  for (let at = 0; at === 0 || at < block.length; at += MAX_PAYLOAD) {
    const part = block.subarray(at, at + MAX_PAYLOAD);
    const isLast = at + MAX_PAYLOAD >= block.length;
    const type = at === 0 ? FRAME.headers : FRAME.continuation;
    const partFlags = (at === 0 ? flags : 0) | (isLast ? FLAG.endHeaders : 0);
    output.push(frameHead(type, partFlags, id, part.length), part);
  }
}
