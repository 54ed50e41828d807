import type { ListenAnswer, StreamSink } from '#firestore/api/service.ts';

/** Changes that a client which takes nothing may leave waiting; a client that comes back resumes where it was. */
const MAX_WAITING = 100_000;

/** Answers in their order, made and sent as the client takes them. */
export class Outbox {
  readonly #sink: StreamSink<ListenAnswer>;
  readonly #queue: { readonly answers: Iterator<ListenAnswer>; readonly weight: number }[] = [];
  #waiting = 0;
  #blocked = false;
  #over = false;

  constructor(sink: StreamSink<ListenAnswer>) {
    this.#sink = sink;
  }

  get isOverfull(): boolean {
    return this.#waiting > MAX_WAITING;
  }

  /** `weight` is how many of them hold something that would otherwise be free to go. */
  push(answers: Iterable<ListenAnswer>, weight = 0): void {
    if (this.#over) return;
    this.#queue.push({ answers: answers[Symbol.iterator](), weight });
    this.#waiting += weight;
    this.#pump();
  }

  resume(): void {
    this.#blocked = false;
    this.#pump();
  }

  end(error?: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#queue.length = 0;
    this.#sink.end(error);
  }

  #pump(): void {
    while (!this.#blocked && !this.#over) {
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
