/** Gives a back channel the messages to send. */
export interface ChunkSource {
  /** The next arrays that this back channel has not sent, as one JSON array of arrays. Null if there are none. */
  take(): string | null;
  /** True if no more arrays follow those that `take` still returns. */
  readonly ended: boolean;
  /** Adds a message without content, so that the back channel sends something. */
  addNoop(): void;
  detach(backChannel: BackChannel): void;
}

export interface BackChannelOptions {
  /** Ends after the first chunk, because a proxy between client and server buffers responses until they are complete. */
  readonly longPoll: boolean;
  /** The longest silence on the channel: after this time it sends a noop. */
  readonly keepaliveMs: number;
}

/**
 * After this many characters the channel closes, and the client opens a new one. Its request acknowledges the received
 * messages, which the session can then drop. Also, an XMLHttpRequest keeps the whole text of an open response in memory.
 */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * The body of the response to a GET that the client keeps open: chunks of the form `<length>\n<JSON>`. It is no
 * generator, because `return` must end a `next` that is still waiting.
 */
export class BackChannel implements AsyncIterableIterator<string> {
  readonly #source: ChunkSource;
  readonly #options: BackChannelOptions;
  #characters = 0;
  #closesAfterChunk: boolean;
  #closed = false;
  #wake: (() => void) | null = null;
  #onClosed: () => void = () => undefined;

  constructor(source: ChunkSource, options: BackChannelOptions) {
    this.#source = source;
    this.#options = options;
    this.#closesAfterChunk = options.longPoll;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    for (;;) {
      if (this.#closed) return DONE;
      const chunk = this.#source.take();
      if (chunk !== null) return { done: false, value: this.#framed(chunk) };
      if (this.#source.ended) {
        this.close();
        return DONE;
      }
      await this.#waitForMessage();
    }
  }

  return(): Promise<IteratorResult<string>> {
    this.close();
    return Promise.resolve(DONE);
  }

  /** The source may have new messages. */
  wake(): void {
    this.#wake?.();
  }

  onClosed(listener: () => void): void {
    this.#onClosed = listener;
  }

  /** Ends the response. The client opens a new back channel, unless the response is empty. */
  recycle(): void {
    this.#closesAfterChunk = true;
    this.#source.addNoop();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClosed();
    this.#source.detach(this);
    this.wake();
  }

  #framed(chunk: string): string {
    this.#characters += chunk.length;
    if (this.#closesAfterChunk || this.#characters > MAX_CHARACTERS) this.close();
    // The length is in UTF-16 units, because the client counts them in the decoded text.
    return `${chunk.length}\n${chunk}`;
  }

  async #waitForMessage(): Promise<void> {
    const timer = setTimeout(() => {
      this.#source.addNoop();
    }, this.#options.keepaliveMs);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
    clearTimeout(timer);
  }
}

const DONE: IteratorResult<string> = { done: true, value: undefined };
