import type { Environment, Expression } from '#firestore/pipeline/expression.ts';
import type { Row } from '#firestore/pipeline/row.ts';
import type { Source } from '#firestore/pipeline/source.ts';

/** A parsed pipeline: the rows of its source pass through its stages. */
export interface Pipeline {
  readonly source: Source;
  readonly stages: readonly Stage[];
}

export type Stage = Transform | { readonly kind: 'union'; readonly name: string; readonly other: Pipeline };

/** A stage that needs only its input. */
export interface Transform {
  readonly kind: 'transform';
  readonly name: string;
  /** The condition of the stage where. */
  readonly condition?: Expression;
  readonly run: (rows: readonly Row[], environment: Environment) => readonly Row[];
}
