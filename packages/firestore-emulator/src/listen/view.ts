import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Caller } from '#firestore/api/service.ts';
import type { Authorizer } from '#firestore/service/authorize.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Query } from '#firestore/query/query.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change } from '#firestore/model/write.ts';

/** The documents that a target shows, and how commits change them. */
export interface View {
  /** The paths that TargetIndex finds the target by. */
  readonly watchedPaths: readonly string[];
  readonly mask: readonly FieldPath[] | null;
  /** Null for a target that names its documents. */
  readonly query: Query | null;
  /** Whether the rules decide by the content of a document, as they do for a get, but not for a list. */
  readonly dependsOnContent: boolean;
  /** All documents that it shows now. */
  start(): ViewSnapshot;
  /** The difference between the documents at `since` and now. `changes` has all changes since then. */
  resume(since: Timestamp, changes: Iterable<Change>): Delta;
  /** The difference that a commit makes. The store has already applied the commit. */
  apply(changes: readonly Change[]): Delta;
  /** The number of documents that it shows now. */
  count(): number;
  /** Throws if the rules deny the target. Returns the names of the documents that the rules read. */
  authorize(authorizer: Authorizer, caller: Caller, time: Timestamp): readonly string[];
}

export interface ViewSnapshot {
  readonly documents: readonly Document[];
  /** The names of requested documents that do not exist. */
  readonly missing: readonly string[];
  /** The number of documents that an offset skips. Firestore bills them too. */
  readonly skipped?: number;
}

export interface Delta {
  readonly updated: readonly Document[];
  readonly removed: readonly RemovedDocument[];
  /** How many of the updated documents the view did not show before. */
  readonly added: number;
}

export interface RemovedDocument {
  readonly name: string;
  /** The document's new state, null if it was deleted. */
  readonly document: Document | null;
  /** False if the document is unchanged, and another one displaced it from the limit. */
  readonly changed: boolean;
}
