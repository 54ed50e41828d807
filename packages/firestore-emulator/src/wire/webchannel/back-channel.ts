/** Where a back channel takes what it sends. */
export interface ChunkSource {
  /** The next arrays that this back channel has not sent, as one JSON array of arrays; null when there are none. */
  take(): string | null;
  /** Nothing more will come after what `take` still gives. */
  readonly ended: boolean;
  /** Puts a message with no meaning into the source, so that something is sent. */
  addNoop(): void;
  detach(backChannel: BackChannel): void;
}

export interface BackChannelOptions {
  /** Ends with the first answer: the client is behind something that holds answers back until they are complete. */
  readonly longPoll: boolean;
  /** How long the client waits for something before it gives the connection up. */
  readonly quietMs: number;
}

/**
 * Characters after which the client is made to ask anew. Its next request acknowledges what it has, so that we can let
 * it go, and an XMLHttpRequest keeps the whole text of an answer as long as the answer lasts.
 */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * The answer to a GET that a client leaves open: pieces of the form `<length>\n<JSON>` as there is something to say.
 * An iterator by hand, because `return` must end a `next` that is still waiting.
 */
export class BackChannel implements AsyncIterableIterator<string> {
  readonly #source: ChunkSource;
  readonly #options: BackChannelOptions;
  #characters = 0;
  #over = false;
  #wake: (() => void) | null = null;

  constructor(source: ChunkSource, options: BackChannelOptions) {
    this.#source = source;
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    for (;;) {
      if (this.#over) return done;
      const chunk = this.#source.take();
      if (chunk !== null) return { done: false, value: this.#framed(chunk) };
      if (this.#source.ended) {
        this.close();
        return done;
      }
      await this.#somethingToSend();
    }
  }

  return(): Promise<IteratorResult<string>> {
    this.close();
    return Promise.resolve(done);
  }

  /** There may be something to take. */
  wake(): void {
    this.#wake?.();
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#source.detach(this);
    this.wake();
  }

  #framed(chunk: string): string {
    this.#characters += chunk.length;
    if (this.#options.longPoll || this.#characters > MAX_CHARACTERS) this.close();
    // In UTF-16 units, as the client counts in the text it has decoded.
    return `${chunk.length}\n${chunk}`;
  }

  async #somethingToSend(): Promise<void> {
    const timer = setTimeout(() => {
      this.#source.addNoop();
    }, this.#options.quietMs);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
    clearTimeout(timer);
  }
}

const done: IteratorResult<string> = { done: true, value: undefined };
