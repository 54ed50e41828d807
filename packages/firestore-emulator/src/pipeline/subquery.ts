import type { Evaluate, Scope } from '#firestore/pipeline/expression.ts';
import { evaluationError } from '#firestore/pipeline/expression.ts';
import type { Pipeline } from '#firestore/pipeline/pipeline.ts';
import type { Row } from '#firestore/pipeline/row.ts';
import type { Value } from '#firestore/model/value.ts';

/** The results of a pipeline as one array. */
export function arraySubquery(pipeline: Pipeline): Evaluate {
  return (_args, scope) => runSubquery(pipeline, scope).map(valueOf);
}

/** The only result of a pipeline, or null. */
export function scalarSubquery(pipeline: Pipeline): Evaluate {
  return (_args, scope) => {
    const [first, second] = runSubquery(pipeline, scope);
    if (second !== undefined) throw evaluationError('Subpipeline returned multiple results.');
    return first === undefined ? null : valueOf(first);
  };
}

/** A subquery sees the variables of the outer row. */
function runSubquery(pipeline: Pipeline, scope: Scope): readonly Row[] {
  const { row, environment } = scope;
  let rows: readonly Row[] = environment
    .read(pipeline.source, row)
    .map((read) => ({ ...read, variables: row.variables }));
  for (const stage of pipeline.stages) {
    rows =
      stage.kind === 'union' ? rows.concat(runSubquery(stage.other, scope)) : stage.run(rows, environment);
  }
  return rows;
}

/** A result with one field counts as the value of the field. */
function valueOf({ fields }: Row): Value {
  const [only] = fields.values();
  return fields.size === 1 && only !== undefined ? only : fields;
}
