import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Document } from '#firestore/model/document.ts';
import type { MapValue, Timestamp, Value } from '#firestore/model/value.ts';

/** One checked write of a commit. */
export type Write = UpdateWrite | DeleteWrite | VerifyWrite;

export interface UpdateWrite {
  readonly kind: 'update';
  readonly name: string;
  /** Null leaves the fields alone: a write that only transforms. */
  readonly fields: MapValue | null;
  /** The paths to set, or to remove where `fields` lacks them; null replaces the whole document. */
  readonly mask: readonly FieldPath[] | null;
  readonly transforms: readonly FieldTransform[];
  readonly precondition: Precondition | null;
}

export interface DeleteWrite {
  readonly kind: 'delete';
  readonly name: string;
  readonly precondition: Precondition | null;
}

/** Changes nothing; the commit fails unless the precondition holds. */
export interface VerifyWrite {
  readonly kind: 'verify';
  readonly name: string;
  readonly precondition: Precondition | null;
}

export type Precondition =
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'update-time'; readonly updateTime: Timestamp };

export type FieldTransform = { readonly path: FieldPath } & (
  | { readonly kind: 'server-time' }
  | { readonly kind: 'increment' | 'maximum' | 'minimum'; readonly operand: number | bigint }
  | { readonly kind: 'append' | 'remove'; readonly operand: readonly Value[] }
);

export interface WriteResult {
  /** When the document last changed; null for a delete. */
  readonly updateTime: Timestamp | null;
  readonly transformResults: readonly Value[];
}

/** What a commit makes of one document. */
export interface Change {
  readonly name: string;
  readonly before: Document | null;
  readonly after: Document | null;
}

/** A change that a commit wants to make, for the rules to judge: a document may also stay as it is. */
export interface IntendedChange extends Change {
  readonly kind: 'create' | 'update' | 'delete' | 'verify';
}
