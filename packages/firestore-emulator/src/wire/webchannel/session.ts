import type { JSONValue } from 'proto3-json-serializer';

import type { Log } from '#firestore/log/log.ts';
import type { Caller, Duplex, StreamSink, StreamSource } from '#firestore/api/service.ts';
import { refusalOf, StatusError } from '#firestore/api/status.ts';
import type { MessageType } from '#firestore/protobuf/messages.ts';
import {
  BackChannel,
  type BackChannelOptions,
  type ChunkSource,
} from '#firestore/wire/webchannel/back-channel.ts';
import type { NumberedMessage } from '#firestore/wire/webchannel/forward-form.ts';

/** Characters that may wait for the client's acknowledgement before the stream is asked to pause. */
const MAX_OUTSTANDING = 8 * 1024 * 1024;
/** The same while no back channel is open: whoever opens sessions and never listens must not fill the memory. */
const MAX_UNHEARD = 256 * 1024;
/** What is sent at a time, and made ahead: a client has the first of many answers while the others are made. */
const MAX_CHUNK = 256 * 1024;
/** Requests that may wait for one that was sent before them. */
const MAX_EARLY = 1_000;
/** A client that is alive asks for a new back channel long before. */
const IDLE_MS = 60_000;

export interface SessionDependencies {
  readonly request: MessageType;
  readonly response: MessageType;
  readonly log: Log;
  /** The session is over and can be forgotten. */
  readonly onOver: () => void;
}

interface OutgoingArray {
  readonly id: number;
  readonly text: string;
}

/**
 * One two-way stream over WebChannel. Requests come in POSTs, numbered, in any order and more than once; answers are
 * numbered arrays that are kept until the client acknowledges them, because the connection they were sent on may break.
 */
export class Session implements StreamSink<object>, ChunkSource {
  readonly #dependencies: SessionDependencies;
  #source: StreamSource<object> | null = null;
  #nextRequest = 0;
  readonly #early = new Map<number, string>();
  /** What the client has not acknowledged; ids without a gap. */
  readonly #outgoing: OutgoingArray[] = [];
  #outstanding = 0;
  /** Characters of it that the present back channel has not taken. */
  #unsent = 0;
  #lastId = 0;
  /** The last id that the present back channel has sent. */
  #sentId = 0;
  #blocked = false;
  #backChannel: BackChannel | null = null;
  #everAttached = false;
  #ended = false;
  #over = false;
  #idle: NodeJS.Timeout;

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies;
    this.#idle = this.#startIdling();
  }

  connect(open: Duplex<object, object>, callerOf: () => Caller): void {
    try {
      this.#source = open(this, callerOf());
    } catch (error) {
      this.#fail(error);
    }
  }

  receive(messages: readonly NumberedMessage[]): void {
    for (const { number, json } of messages) {
      if (number >= this.#nextRequest) this.#early.set(number, json);
    }
    if (this.#early.size > MAX_EARLY) {
      throw new StatusError('INVALID_ARGUMENT', 'Too many requests wait for one that never came.');
    }
    for (let json = this.#dueRequest(); json !== undefined; json = this.#dueRequest()) this.#deliver(json);
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
      const { code, status, message } = refusalOf(error, this.#dependencies.log);
      this.#push(`[${JSON.stringify({ error: { code, status, message } })}]`);
    }
    this.#push('["close"]');
    this.#ended = true;
    this.#backChannel?.wake();
  }

  /** A new back channel takes the place of the one before, and sends again what the client has not seen. */
  attach(acknowledged: number, options: BackChannelOptions): BackChannel {
    this.#backChannel?.close();
    this.acknowledge(acknowledged);
    this.#sentId = Math.min(acknowledged, this.#lastId);
    this.#unsent = this.#outstanding;
    // A client that hears nothing at once on its first back channel takes the way to us for one that holds answers back.
    if (!this.#everAttached && this.#lastId === this.#sentId) this.addNoop();
    this.#everAttached = true;
    clearTimeout(this.#idle);
    const backChannel = new BackChannel(this, options);
    this.#backChannel = backChannel;
    this.#goOn();
    return backChannel;
  }

  detach(backChannel: BackChannel): void {
    if (this.#backChannel !== backChannel) return;
    this.#backChannel = null;
    this.#idle = this.#startIdling();
  }

  acknowledge(id: number): void {
    const first = this.#outgoing[0];
    if (first === undefined || id < first.id) return;
    for (const array of this.#outgoing.splice(0, id - first.id + 1)) {
      this.#outstanding -= array.text.length;
      if (array.id > this.#sentId) this.#unsent -= array.text.length;
    }
    this.#goOn();
  }

  /** The answer to a POST: is a back channel open, what was the last array, how much is not acknowledged. */
  status(): string {
    return JSON.stringify([this.#backChannel === null ? 0 : 1, this.#lastId, this.#outstanding]);
  }

  take(): string | null {
    const first = this.#outgoing[0];
    if (first === undefined || this.#sentId >= this.#lastId) return null;
    const arrays: string[] = [];
    let length = 0;
    for (
      // A client may acknowledge what it was never sent.
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
    // The next chunk is made while this one is on its way.
    this.#goOn();
    return `[${arrays.join(',')}]`;
  }

  get ended(): boolean {
    return this.#ended;
  }

  addNoop(): void {
    if (!this.#ended) this.#push('["noop"]');
  }

  /** The client has said that it leaves, or has not been heard of for too long. */
  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#ended = true;
    this.#source?.close();
    this.#source = null;
    this.#backChannel?.close();
    clearTimeout(this.#idle);
    this.#dependencies.onOver();
  }

  #isFull(): boolean {
    if (this.#backChannel === null) return this.#outstanding > MAX_UNHEARD;
    return this.#outstanding > MAX_OUTSTANDING || this.#unsent > MAX_CHUNK;
  }

  #goOn(): void {
    if (!this.#blocked || this.#isFull()) return;
    this.#blocked = false;
    this.#source?.resume();
  }

  #dueRequest(): string | undefined {
    const json = this.#early.get(this.#nextRequest);
    if (json === undefined) return undefined;
    this.#early.delete(this.#nextRequest);
    this.#nextRequest += 1;
    return json;
  }

  #deliver(json: string): void {
    if (this.#ended || this.#source === null) return;
    try {
      this.#source.receive(this.#dependencies.request.fromJson(parseJson(json)));
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.end(StatusError.from(error));
    this.#source?.close();
    this.#source = null;
  }

  #push(text: string): void {
    this.#lastId += 1;
    this.#outgoing.push({ id: this.#lastId, text });
    this.#outstanding += text.length;
    this.#unsent += text.length;
    this.#backChannel?.wake();
  }

  #startIdling(): NodeJS.Timeout {
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
