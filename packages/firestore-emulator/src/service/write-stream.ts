import type { OnRefused } from '#firestore/api/refused-request.ts';
import type { FirestoreService, StreamSink, StreamSource, Caller } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';

type WriteRequest = google.firestore.v1.IWriteRequest;
type WriteResponse = google.firestore.v1.IWriteResponse;

/** The Write stream: after a handshake, each request is a separate commit. The answers are in the same order. */
export function createWrite(
  commit: FirestoreService['commit'],
  onRefused: OnRefused = () => undefined,
): FirestoreService['write'] {
  return (sink, caller) => new WriteStream(commit, sink, caller, onRefused);
}

class WriteStream implements StreamSource<WriteRequest> {
  readonly #commit: FirestoreService['commit'];
  readonly #sink: StreamSink<WriteResponse>;
  readonly #caller: Caller;
  readonly #onRefused: OnRefused;
  #database: string | null = null;
  #requests = 0;
  #ended = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(
    commit: FirestoreService['commit'],
    sink: StreamSink<WriteResponse>,
    caller: Caller,
    onRefused: OnRefused,
  ) {
    this.#commit = commit;
    this.#sink = sink;
    this.#caller = caller;
    this.#onRefused = onRefused;
  }

  receive(request: WriteRequest): void {
    this.#queue = this.#queue.then(async () => this.#answer(request));
  }

  resume(): void {
    // There is at most one answer per request, so a client that stops reading can't fill the memory.
  }

  close(): void {
    this.#queue = this.#queue.then(() => {
      this.#end();
    });
  }

  /** An error ends the stream without processing later requests. The client resends them. */
  async #answer(request: WriteRequest): Promise<void> {
    if (this.#ended) return;
    try {
      this.#sink.send(
        this.#database === null ? this.#handshake(request) : await this.#write(request, this.#database),
      );
    } catch (error) {
      this.#end(StatusError.from(error));
    }
  }

  #handshake({ database, writes }: WriteRequest): WriteResponse {
    if (!database) throw this.#refused('', 'The first request of a Write stream must name the database.');
    if (writes && writes.length > 0)
      throw this.#refused(database, 'The first request of a Write stream must have no writes.');
    this.#database = database;
    return { streamId: 'stream', streamToken: this.#nextToken() };
  }

  async #write({ writes }: WriteRequest, database: string): Promise<WriteResponse> {
    const { commitTime, writeResults } = await this.#commit({ database, writes: writes ?? [] }, this.#caller);
    return {
      streamToken: this.#nextToken(),
      commitTime: commitTime ?? null,
      writeResults: writeResults ?? [],
    };
  }

  /** Reports a refused handshake. The service reports the commits itself. */
  #refused(resource: string, message: string): StatusError {
    const error = new StatusError('INVALID_ARGUMENT', message);
    this.#onRefused({ method: 'Write', path: 'handshake', resource, caller: this.#caller, error });
    return error;
  }

  #nextToken(): Uint8Array {
    const token = Buffer.alloc(8);
    token.writeBigUInt64BE(BigInt(this.#requests));
    this.#requests += 1;
    return token;
  }

  #end(error?: StatusError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#sink.end(error);
  }
}
