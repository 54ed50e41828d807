import type { CoverageReport } from '#firestore/api/coverage.ts';
import type { RequestEntry, RuleVerdict } from '#firestore/api/request-entry.ts';
import type { google } from '#firestore/api/proto.ts';

type Empty = google.protobuf.IEmpty;

/**
 * The sender of a request. The Admin SDK sends `Authorization: Bearer owner`, which makes it an `admin` and skips the
 * rules. The rules apply to each `user`, signed in or not.
 */
export type Caller = { readonly kind: 'admin' } | UserCaller;

export interface UserCaller {
  readonly kind: 'user';
  readonly auth: Auth | null;
  /** Receives each verdict of the rules about this caller. `verdict` builds it, so call it only to record it. */
  readonly onVerdict?: (verdict: () => RuleVerdict) => void;
}

/** The value of request.auth in the rules: the uid and the claims of an ID token. */
export interface Auth {
  readonly uid: string;
  readonly token: Readonly<Record<string, unknown>>;
}

export type Unary<Request, Answer> = (request: Request, caller: Caller) => Promise<Answer>;
export type Streamed<Request, Answer> = (request: Request, caller: Caller) => AsyncIterable<Answer>;

/** Sends the server's messages of a two-way stream. */
export interface StreamSink<Answer> {
  /** Returns false if the client accepts no more for now. Send the rest after the source's `resume`. */
  send(answer: Answer): boolean;
  /** Ends the stream, with the error if there is one. Send nothing afterwards. */
  end(error?: Error): void;
}

/** Receives the client's messages of a two-way stream from an adapter. */
export interface StreamSource<Request> {
  receive(request: Request): void;
  /** The client accepts answers again after a `send` that returned false. */
  resume(): void;
  /** The client closed its side or disconnected. Answer the requests received so far, then end the sink. */
  close(): void;
}

export type Duplex<Request, Answer> = (sink: StreamSink<Answer>, caller: Caller) => StreamSource<Request>;

/** A ListenResponse whose enum is a number. protobufjs encodes numbers, although its types declare names. */
export interface ListenAnswer extends Omit<google.firestore.v1.IListenResponse, 'targetChange'> {
  readonly targetChange?: Omit<google.firestore.v1.ITargetChange, 'targetChangeType'> & {
    readonly targetChangeType: number;
  };
}

/**
 * google.firestore.v1.Firestore without a transport. Each method takes and returns messages, and throws StatusError.
 * The adapters in wire/ (gRPC, WebChannel, REST) share one instance. Messages are protobufjs objects as their type
 * decodes them.
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
  listen: Duplex<google.firestore.v1.IListenRequest, ListenAnswer>;
  write: Duplex<google.firestore.v1.IWriteRequest, google.firestore.v1.IWriteResponse>;
}

/** The emulator's own admin calls, available only by REST. */
export interface FirestoreAdmin {
  /**
   * Replaces the rules of a project by the first file, and returns its warnings. As in the official emulator, other files
   * must be free of syntax errors too, but do not apply. Throws INVALID_ARGUMENT and keeps the old rules if a file does
   * not load. The cause is a RulesError with the name of the file.
   */
  setRules(project: string, first: RulesSource, ...others: readonly RulesSource[]): readonly RulesIssue[];
  /** The current rules of a project. Without rules, those that the official emulator answers. */
  rulesOf(project: string): LoadedRules;
  /** The coverage since the project has its current rules. */
  ruleCoverage(project: string): CoverageReport;
  /** Empties a database. With a path, deletes only that document or collection, with everything below it. */
  clear(project: string, database: string, path?: string | null): Promise<void>;
  exportTo(project: string, directory: string): Promise<void>;
  importFrom(project: string, directory: string): Promise<void>;
  usage(project: string): Usage;
  resetUsage(project: string): void;
  /** The last requests of a project, newest first. From the first call on it has also those that succeeded. */
  requests(project: string): readonly RequestEntry[];
  /** Keeps the current documents of a project under a name. Returns their number. */
  takeSnapshot(project: string, name: string): number;
  /** Returns the number of documents that it changed, created or deleted. */
  restoreSnapshot(project: string, name: string): Promise<number>;
  /** Deletes the documents that have expired at a time, by default now. Returns their number. */
  expire(project: string, time: Date | null): Promise<number>;
}

export interface RulesSource {
  readonly content: string;
  readonly name?: string;
}

export interface LoadedRules {
  readonly files: readonly [RulesSource, ...RulesSource[]];
  /** The warnings of the first file. */
  readonly warnings: readonly RulesIssue[];
}

/** An error or a warning about the rules. */
export interface RulesIssue {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** The offsets of the first and of the last character. */
  readonly offset: number;
  readonly endOffset: number;
  readonly message: string;
  /** The issue is about the whole file. Its position is the start of the file. */
  readonly ofFile?: true;
}

/** Documents as Firestore bills them. */
export interface Usage {
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
}
