import type { Row } from '#firestore/pipeline/row.ts';
import type { Query } from '#firestore/query/query.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** A parsed pipeline: the rows of its source pass through its stages. */
export interface Pipeline {
  readonly source: Source;
  readonly stages: readonly Stage[];
}

/** A subcollection belongs to the document of the outer pipeline. */
export type Source =
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'documents'; readonly names: readonly string[] }
  | { readonly kind: 'subcollection'; readonly path: string };

export type Stage = Transform | { readonly kind: 'union'; readonly name: string; readonly other: Pipeline };

/** A stage that needs only its input. */
export interface Transform {
  readonly kind: 'transform';
  readonly name: string;
  readonly run: (rows: readonly Row[], environment: Environment) => readonly Row[];
}

export interface Environment {
  /** The time of the request. */
  readonly now: Timestamp;
  /** Reads the source of a subquery, for a row of the outer pipeline. */
  read(source: Source, outer: Row): readonly Row[];
}
