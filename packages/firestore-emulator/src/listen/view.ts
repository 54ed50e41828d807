import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Caller } from '#firestore/api/service.ts';
import type { Authorizer } from '#firestore/service/authorize.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change } from '#firestore/model/write.ts';

/** What a target looks at, and how the commits change what it sees. */
export interface View {
  /** Where changes that matter to it can happen: see TargetIndex. */
  readonly places: readonly string[];
  readonly mask: readonly FieldPath[] | null;
  /** Whether a document's own content decides if it may be read, as it does for single documents. */
  readonly dependsOnContent: boolean;
  /** Everything it sees now. */
  start(): Sight;
  /** From what it saw at a time to what it sees now, when `changes` are all that happened since. */
  resume(since: Timestamp, changes: Iterable<Change>): Delta;
  /** What a commit changes. The store already has it. */
  apply(changes: readonly Change[]): Delta;
  /** How many documents it sees now. */
  count(): number;
  /** Asks the rules; throws where they refuse. Gives the names of the documents that the rules looked at. */
  permit(authorizer: Authorizer, caller: Caller, time: Timestamp): readonly string[];
}

export interface Sight {
  readonly documents: readonly Document[];
  /** Documents that were asked for by name and are not there. */
  readonly missing: readonly string[];
}

export interface Delta {
  readonly shown: readonly Document[];
  readonly gone: readonly Gone[];
  /** How many of the shown were not seen before. */
  readonly added: number;
}

export interface Gone {
  readonly name: string;
  /** What it is now; null where it was deleted. */
  readonly document: Document | null;
  /** False where it only had to make room for others. */
  readonly changed: boolean;
}
