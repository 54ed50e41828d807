import type { google } from '#firestore/api/proto.ts';
import type { Pipeline } from '#firestore/pipeline/pipeline.ts';

/** What an expression can refer to, by its place in a pipeline. */
export interface ParseContext {
  readonly variables: ReadonlySet<string>;
  /** How deep the expression or pipeline is nested. */
  readonly depth: number;
  readonly parsePipeline: (
    proto: google.firestore.v1.IPipeline | null | undefined,
    context: ParseContext,
  ) => Pipeline;
}

export function withVariables(context: ParseContext, names: readonly string[]): ParseContext {
  return { ...context, variables: new Set([...context.variables, ...names]) };
}
