import type { JSONValue } from 'proto3-json-serializer';

import type { Log } from '#firestore/log/log.ts';
import type { Caller, Duplex, StreamSink, StreamSource } from '#firestore/api/service.ts';
import { toClientError, StatusError } from '#firestore/api/status.ts';
import type { MessageType } from '#firestore/protobuf/messages.ts';
import {
  BackChannel,
  type BackChannelOptions,
  type ChunkSource,
} from '#firestore/wire/webchannel/back-channel.ts';
import type { NumberedMessage } from '#firestore/wire/webchannel/forward-form.ts';

/** The stream pauses when more characters than this wait for the client's acknowledgement. */
const MAX_UNACKNOWLEDGED = 8 * 1024 * 1024;
/** The same limit while no back channel is open. It keeps clients that never open one from filling the memory. */
const MAX_UNACKNOWLEDGED_OFFLINE = 256 * 1024;
/**
 * The size of a chunk, and of the answers that wait to be sent: the client receives the first answers while the stream
 * still creates the others.
 */
const MAX_CHUNK = 256 * 1024;
/** The number of requests that may wait for an earlier request. */
const MAX_OUT_OF_ORDER = 1_000;
/** A connected client opens a new back channel long before this timeout. */
const IDLE_MS = 60_000;

export interface SessionDependencies {
  readonly request: MessageType;
  readonly response: MessageType;
  readonly log: Log;
  /** The stream has not received a request, because it is invalid. */
  readonly onRefused?: (error: unknown) => void;
  /** The session is closed and can be removed. */
  readonly onClosed: () => void;
}

interface OutgoingArray {
  readonly id: number;
  readonly text: string;
}

/**
 * One two-way stream over WebChannel. POSTs carry the numbered requests, in any order and possibly twice. Answers are
 * numbered arrays. The session keeps them until the client acknowledges them, because the connection may break.
 */
export class Session implements StreamSink<object>, ChunkSource {
  readonly #dependencies: SessionDependencies;
  #source: StreamSource<object> | null = null;
  #nextRequest = 0;
  readonly #pendingRequests = new Map<number, string>();
  /** The arrays that the client has not acknowledged. Their ids have no gaps. */
  readonly #outgoing: OutgoingArray[] = [];
  #unacknowledged = 0;
  /** The characters that the current back channel has not sent. */
  #unsent = 0;
  #lastId = 0;
  /** The last id that the current back channel has sent. */
  #sentId = 0;
  #blocked = false;
  #backChannel: BackChannel | null = null;
  #hadBackChannel = false;
  #ended = false;
  #closed = false;
  #idleTimer: NodeJS.Timeout;

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies;
    this.#idleTimer = this.#startIdleTimer();
  }

  connect(open: Duplex<object, object>, callerOf: () => Caller): void {
    let caller: Caller;
    try {
      caller = callerOf();
    } catch (error) {
      this.#refuse(error);
      return;
    }
    this.#source = open(this, caller);
  }

  receive(messages: readonly NumberedMessage[]): void {
    for (const { number, json } of messages) {
      if (number >= this.#nextRequest) this.#pendingRequests.set(number, json);
    }
    if (this.#pendingRequests.size > MAX_OUT_OF_ORDER) {
      throw new StatusError('INVALID_ARGUMENT', 'Too many requests wait for an earlier one that is missing.');
    }
    for (let json = this.#nextPendingRequest(); json !== undefined; json = this.#nextPendingRequest())
      this.#deliver(json);
  }

  send(message: object): boolean {
    if (this.#ended) return false;
    this.#push(`[${this.#dependencies.response.toJson(message)}]`);
    this.#blocked = this.#isFull();
    return !this.#blocked;
  }

  end(error?: Error): void {
    if (this.#ended) return;
    if (error !== undefined) {
      const { code, status, message } = toClientError(error, this.#dependencies.log);
      this.#push(`[${JSON.stringify({ error: { code, status, message } })}]`);
    }
    this.#push('["close"]');
    this.#ended = true;
    this.#backChannel?.wake();
  }

  /** Replaces the back channel. The new one resends the arrays that the client has not acknowledged. */
  attach(acknowledged: number, options: BackChannelOptions): BackChannel {
    this.#backChannel?.close();
    this.acknowledge(acknowledged);
    this.#sentId = Math.min(acknowledged, this.#lastId);
    this.#unsent = this.#unacknowledged;
    // If the first back channel sends nothing at once, the client assumes a proxy that buffers responses.
    if (!this.#hadBackChannel && this.#lastId === this.#sentId) this.addNoop();
    this.#hadBackChannel = true;
    clearTimeout(this.#idleTimer);
    const backChannel = new BackChannel(this, options);
    this.#backChannel = backChannel;
    this.#resumeSource();
    return backChannel;
  }

  detach(backChannel: BackChannel): void {
    if (this.#backChannel !== backChannel) return;
    this.#backChannel = null;
    this.#idleTimer = this.#startIdleTimer();
  }

  acknowledge(id: number): void {
    const first = this.#outgoing[0];
    if (first === undefined || id < first.id) return;
    for (const array of this.#outgoing.splice(0, id - first.id + 1)) {
      this.#unacknowledged -= array.text.length;
      if (array.id > this.#sentId) this.#unsent -= array.text.length;
    }
    this.#resumeSource();
  }

  /** The answer to a POST: whether a back channel is open, the last id, and the unacknowledged characters. */
  status(): string {
    return JSON.stringify([this.#backChannel === null ? 0 : 1, this.#lastId, this.#unacknowledged]);
  }

  take(): string | null {
    const first = this.#outgoing[0];
    if (first === undefined || this.#sentId >= this.#lastId) return null;
    const arrays: string[] = [];
    let length = 0;
    for (
      // A client may acknowledge ids that it has never received.
      let index = Math.max(0, this.#sentId + 1 - first.id);
      index < this.#outgoing.length && length < MAX_CHUNK;
      index += 1
    ) {
      const array = this.#outgoing[index];
      if (array === undefined) break;
      arrays.push(`[${array.id},${array.text}]`);
      length += array.text.length;
      this.#sentId = array.id;
    }
    this.#unsent -= length;
    // The stream creates the next chunk while the client receives this one.
    this.#resumeSource();
    return `[${arrays.join(',')}]`;
  }

  get ended(): boolean {
    return this.#ended;
  }

  addNoop(): void {
    if (!this.#ended) this.#push('["noop"]');
  }

  /** The client ended the session or was idle for too long. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#ended = true;
    this.#source?.close();
    this.#source = null;
    this.#backChannel?.close();
    clearTimeout(this.#idleTimer);
    this.#dependencies.onClosed();
  }

  #isFull(): boolean {
    if (this.#backChannel === null) return this.#unacknowledged > MAX_UNACKNOWLEDGED_OFFLINE;
    return this.#unacknowledged > MAX_UNACKNOWLEDGED || this.#unsent > MAX_CHUNK;
  }

  #resumeSource(): void {
    if (!this.#blocked || this.#isFull()) return;
    this.#blocked = false;
    this.#source?.resume();
  }

  #nextPendingRequest(): string | undefined {
    const json = this.#pendingRequests.get(this.#nextRequest);
    if (json === undefined) return undefined;
    this.#pendingRequests.delete(this.#nextRequest);
    this.#nextRequest += 1;
    return json;
  }

  #deliver(json: string): void {
    if (this.#ended || this.#source === null) return;
    let request: object;
    try {
      request = this.#dependencies.request.fromJson(parseJson(json));
    } catch (error) {
      this.#refuse(error);
      return;
    }
    try {
      this.#source.receive(request);
    } catch (error) {
      this.#fail(error);
    }
  }

  #refuse(error: unknown): void {
    this.#dependencies.onRefused?.(error);
    this.#fail(error);
  }

  #fail(error: unknown): void {
    this.end(StatusError.from(error));
    this.#source?.close();
    this.#source = null;
  }

  #push(text: string): void {
    this.#lastId += 1;
    this.#outgoing.push({ id: this.#lastId, text });
    this.#unacknowledged += text.length;
    this.#unsent += text.length;
    this.#backChannel?.wake();
  }

  #startIdleTimer(): NodeJS.Timeout {
    return setTimeout(() => {
      this.close();
    }, IDLE_MS).unref();
  }
}

function parseJson(text: string): JSONValue {
  try {
    const value: JSONValue = JSON.parse(text);
    return value;
  } catch (error) {
    throw new StatusError('INVALID_ARGUMENT', 'Invalid JSON payload received.', { cause: error });
  }
}
