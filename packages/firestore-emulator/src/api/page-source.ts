import type { RequestEntry } from '#firestore/api/request-entry.ts';
import type { Usage } from '#firestore/api/service.ts';

/** The state that the page at `/` shows. Reading it is neither billed nor recorded. */
export interface PageSource {
  /** The projects with documents, requests or a bill. */
  projects(): readonly string[];
  /** The ids of the databases with documents. */
  databases(project: string): readonly string[];
  /** The collections of a document or of the root. */
  collectionIds(parent: string): readonly string[];
  /** A page of the documents of a collection, from the one after an id. */
  documents(parent: string, collectionId: string, afterId: string | null): DocumentPage;
  /** Null if it doesn't exist. */
  document(name: string): ShownDocument | null;
  /** The last requests of a project, newest first. From the first call on it has also those that succeeded. */
  requests(project: string): readonly RequestEntry[];
  usage(project: string): Usage;
  hasRules(project: string): boolean;
}

export interface DocumentPage {
  /** A missing document has documents below it. */
  readonly documents: readonly { readonly id: string; readonly isMissing: boolean }[];
  readonly hasMore: boolean;
}

export interface ShownDocument {
  readonly createTime: string;
  readonly updateTime: string;
  /** The fields of maps are separate. */
  readonly fields: readonly { readonly path: string; readonly type: string; readonly value: string }[];
}
