import type { google } from '#firestore/api/proto.ts';

type Empty = google.protobuf.IEmpty;

/**
 * Who is asking. `admin` (Authorization: Bearer owner, as the Admin SDK sends it) skips the rules; a `user` is judged
 * by them, signed in or not.
 */
export type Caller = { readonly kind: 'admin' } | { readonly kind: 'user'; readonly auth: Auth | null };

/** What the rules see as request.auth: the uid and the claims of an ID token. */
export interface Auth {
  readonly uid: string;
  readonly token: Readonly<Record<string, unknown>>;
}

export type Unary<Request, Answer> = (request: Request, caller: Caller) => Promise<Answer>;
export type Streamed<Request, Answer> = (request: Request, caller: Caller) => AsyncIterable<Answer>;

/** The server's end of a two-way stream. */
export interface StreamSink<Answer> {
  /** Says false when the client takes no more for now: the rest waits for the source's `resume`. */
  send(answer: Answer): boolean;
  /** Ends the stream; with an error when one is given. Nothing may be sent afterwards. */
  end(error?: Error): void;
}

/** The client's end of a two-way stream, as an adapter drives it. */
export interface StreamSource<Request> {
  receive(request: Request): void;
  /** The client takes answers again, after a send that said false. */
  resume(): void;
  /** The client has closed its side or gone away: answer what was received, then end the sink. */
  close(): void;
}

export type Duplex<Request, Answer> = (sink: StreamSink<Answer>, caller: Caller) => StreamSource<Request>;

/** A ListenResponse whose enum is a number, as protobufjs encodes it; its types say names. */
export interface ListenAnswer extends Omit<google.firestore.v1.IListenResponse, 'targetChange'> {
  readonly targetChange?: Omit<google.firestore.v1.ITargetChange, 'targetChangeType'> & {
    readonly targetChangeType: number;
  };
}

/**
 * google.firestore.v1.Firestore without a transport: messages in, messages out, refusals as StatusError. The adapters
 * in wire/ (gRPC, WebChannel, REST) share one instance. Messages are protobufjs objects as their type decodes them.
 */
export interface FirestoreService {
  getDocument: Unary<google.firestore.v1.IGetDocumentRequest, google.firestore.v1.IDocument>;
  listDocuments: Unary<google.firestore.v1.IListDocumentsRequest, google.firestore.v1.IListDocumentsResponse>;
  createDocument: Unary<google.firestore.v1.ICreateDocumentRequest, google.firestore.v1.IDocument>;
  updateDocument: Unary<google.firestore.v1.IUpdateDocumentRequest, google.firestore.v1.IDocument>;
  deleteDocument: Unary<google.firestore.v1.IDeleteDocumentRequest, Empty>;
  batchGetDocuments: Streamed<
    google.firestore.v1.IBatchGetDocumentsRequest,
    google.firestore.v1.IBatchGetDocumentsResponse
  >;
  beginTransaction: Unary<
    google.firestore.v1.IBeginTransactionRequest,
    google.firestore.v1.IBeginTransactionResponse
  >;
  commit: Unary<google.firestore.v1.ICommitRequest, google.firestore.v1.ICommitResponse>;
  rollback: Unary<google.firestore.v1.IRollbackRequest, Empty>;
  runQuery: Streamed<google.firestore.v1.IRunQueryRequest, google.firestore.v1.IRunQueryResponse>;
  runAggregationQuery: Streamed<
    google.firestore.v1.IRunAggregationQueryRequest,
    google.firestore.v1.IRunAggregationQueryResponse
  >;
  batchWrite: Unary<google.firestore.v1.IBatchWriteRequest, google.firestore.v1.IBatchWriteResponse>;
  listCollectionIds: Unary<
    google.firestore.v1.IListCollectionIdsRequest,
    google.firestore.v1.IListCollectionIdsResponse
  >;
  partitionQuery: Unary<
    google.firestore.v1.IPartitionQueryRequest,
    google.firestore.v1.IPartitionQueryResponse
  >;
  listen: Duplex<google.firestore.v1.IListenRequest, ListenAnswer>;
  write: Duplex<google.firestore.v1.IWriteRequest, google.firestore.v1.IWriteResponse>;
}

/** The emulator's own admin calls, which only REST carries. */
export interface FirestoreAdmin {
  /** Replaces the ruleset of a project; a source that does not load changes nothing and is INVALID_ARGUMENT. */
  setRules(project: string, source: string): void;
  clear(project: string, database: string): Promise<void>;
  exportTo(project: string, directory: string): Promise<void>;
  importFrom(project: string, directory: string): Promise<void>;
  usage(project: string): Usage;
  resetUsage(project: string): void;
}

/** Documents as Firestore bills them. */
export interface Usage {
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
}
