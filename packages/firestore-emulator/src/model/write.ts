import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Document } from '#firestore/model/document.ts';
import type { MapValue, Timestamp, Value } from '#firestore/model/value.ts';

/** One checked write of a commit. */
export type Write = UpdateWrite | DeleteWrite | VerifyWrite;

export interface UpdateWrite {
  readonly kind: 'update';
  readonly name: string;
  /** Null for a write with only transforms. */
  readonly fields: MapValue | null;
  /** The paths to set, or to remove if `fields` lacks them. Null replaces the whole document. */
  readonly mask: readonly FieldPath[] | null;
  readonly transforms: readonly FieldTransform[];
  readonly precondition: Precondition | null;
}

export interface DeleteWrite {
  readonly kind: 'delete';
  readonly name: string;
  readonly precondition: Precondition | null;
}

/** Changes nothing. The commit fails if the precondition is false. */
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
  /** The time of the document's last change. Null for a delete. */
  readonly updateTime: Timestamp | null;
  readonly transformResults: readonly Value[];
}

/** One document before and after a commit. */
export interface Change {
  readonly name: string;
  readonly before: Document | null;
  readonly after: Document | null;
}

/** A change that the rules check before the commit. The document may also stay unchanged. */
export interface IntendedChange extends Change {
  readonly kind: 'create' | 'update' | 'delete' | 'verify';
  /** The writes of the document. */
  readonly writes: readonly Write[];
}
