import type { FirestoreService, StreamSink, StreamSource, Caller } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';

type WriteRequest = google.firestore.v1.IWriteRequest;
type WriteResponse = google.firestore.v1.IWriteResponse;

/** The Write stream: a handshake, then each request is a commit of its own, answered in order. */
export function createWrite(commit: FirestoreService['commit']): FirestoreService['write'] {
  return (sink, caller) => new WriteStream(commit, sink, caller);
}

class WriteStream implements StreamSource<WriteRequest> {
  readonly #commit: FirestoreService['commit'];
  readonly #sink: StreamSink<WriteResponse>;
  readonly #caller: Caller;
  #database: string | null = null;
  #requests = 0;
  #over = false;
  #work: Promise<void> = Promise.resolve();

  constructor(commit: FirestoreService['commit'], sink: StreamSink<WriteResponse>, caller: Caller) {
    this.#commit = commit;
    this.#sink = sink;
    this.#caller = caller;
  }

  receive(request: WriteRequest): void {
    this.#work = this.#work.then(async () => this.#answer(request));
  }

  resume(): void {
    // Each answer stands for a request the client has sent: a client that reads none soon sends none.
  }

  close(): void {
    this.#work = this.#work.then(() => {
      this.#end();
    });
  }

  /** A refusal ends the stream: the requests behind it were not looked at, and the client sends them again. */
  async #answer(request: WriteRequest): Promise<void> {
    if (this.#over) return;
    try {
      this.#sink.send(
        this.#database === null ? this.#greet(request) : await this.#write(request, this.#database),
      );
    } catch (error) {
      this.#end(StatusError.from(error));
    }
  }

  #greet({ database, writes }: WriteRequest): WriteResponse {
    if (!database) throw invalid('The first request of a Write stream must name the database.');
    if (writes && writes.length > 0)
      throw invalid('The first request of a Write stream must have no writes.');
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

  #nextToken(): Uint8Array {
    const token = Buffer.alloc(8);
    token.writeBigUInt64BE(BigInt(this.#requests));
    this.#requests += 1;
    return token;
  }

  #end(error?: StatusError): void {
    if (this.#over) return;
    this.#over = true;
    this.#sink.end(error);
  }
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
