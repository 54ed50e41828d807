import type { ListenAnswer, StreamSink } from '#firestore/api/service.ts';

/** The number of changes that may wait for a slow client. Beyond it the stream ends, and the client can resume. */
const MAX_WAITING = 100_000;

/** Queues answers in order. It creates and sends each answer only when the client can receive it. */
export class Outbox {
  readonly #sink: StreamSink<ListenAnswer>;
  readonly #queue: { readonly answers: Iterator<ListenAnswer>; readonly weight: number }[] = [];
  #waiting = 0;
  #blocked = false;
  #ended = false;

  constructor(sink: StreamSink<ListenAnswer>) {
    this.#sink = sink;
  }

  get isOverfull(): boolean {
    return this.#waiting > MAX_WAITING;
  }

  /** `weight` is the number of answers that keep a document in memory while they wait. */
  push(answers: Iterable<ListenAnswer>, weight = 0): void {
    if (this.#ended) return;
    this.#queue.push({ answers: answers[Symbol.iterator](), weight });
    this.#waiting += weight;
    this.#sendQueued();
  }

  resume(): void {
    this.#blocked = false;
    this.#sendQueued();
  }

  end(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#queue.length = 0;
    this.#sink.end(error);
  }

  #sendQueued(): void {
    while (!this.#blocked && !this.#ended) {
      const [first] = this.#queue;
      if (first === undefined) return;
      const next = first.answers.next();
      if (next.done === true) {
        this.#queue.shift();
        this.#waiting -= first.weight;
      } else this.#blocked = !this.#sink.send(next.value);
    }
  }
}
