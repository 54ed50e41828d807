import type { Row } from '#firestore/pipeline/row.ts';
import type { Query } from '#firestore/query/query.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** A parsed pipeline: the rows of its source pass through its stages. */
export interface Pipeline {
  readonly source: Source;
  readonly stages: readonly Stage[];
}

export type Source =
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'documents'; readonly names: readonly string[] };

export type Stage = Transform | { readonly kind: 'union'; readonly name: string; readonly other: Pipeline };

/** A stage that needs only its input. */
export interface Transform {
  readonly kind: 'transform';
  readonly name: string;
  readonly run: (rows: readonly Row[], now: Timestamp) => readonly Row[];
}
