import type { google } from '#firestore/api/proto.ts';
import type { PlannedIndex } from '#firestore/query/index-plan.ts';

type Metrics = google.firestore.v1.IExplainMetrics;
type Struct = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** How a query ran, for its execution statistics. */
export interface Execution {
  /** From process.hrtime.bigint(). */
  readonly startedAt: bigint;
  readonly resultsReturned: number;
  readonly readOperations: number;
  readonly indexEntriesScanned: number;
  readonly documentsScanned: number;
  readonly documentsBillable: number;
  readonly indexEntriesBillable: number;
  readonly vectorEntriesBillable?: number;
}

/** The plan of a query, and the statistics of its execution if it ran. */
export function explainMetrics(indexes: readonly PlannedIndex[], execution: Execution | null): Metrics {
  const planSummary = {
    indexesUsed: indexes.map(({ scope, properties }) => encodeStruct({ query_scope: scope, properties })),
  };
  return execution === null ? { planSummary } : { planSummary, executionStats: executionStats(execution) };
}

/** https://firebase.google.com/docs/firestore/reference/query-explain-report-reference#debug-stats */
function executionStats(execution: Execution): google.firestore.v1.IExecutionStats {
  const nanos = process.hrtime.bigint() - execution.startedAt;
  const { vectorEntriesBillable } = execution;
  return {
    resultsReturned: execution.resultsReturned,
    executionDuration: { seconds: Number(nanos / 1_000_000_000n), nanos: Number(nanos % 1_000_000_000n) },
    readOperations: execution.readOperations,
    debugStats: encodeStruct({
      index_entries_scanned: String(execution.indexEntriesScanned),
      documents_scanned: String(execution.documentsScanned),
      billing_details: {
        documents_billable: String(execution.documentsBillable),
        index_entries_billable: String(execution.indexEntriesBillable),
        ...(vectorEntriesBillable !== undefined && {
          knn_vector_index_entries_billable: String(vectorEntriesBillable),
        }),
        // The query that finds nothing still costs one read, unless its offset skipped documents.
        min_query_cost: execution.resultsReturned === 0 && execution.documentsBillable === 0 ? '1' : '0',
      },
    }),
  };
}

function encodeStruct(struct: Struct): google.protobuf.IStruct {
  const fields = Object.entries(struct).map(([name, value]) => [
    name,
    typeof value === 'string' ? { stringValue: value } : { structValue: encodeStruct(value) },
  ]);
  return { fields: Object.fromEntries(fields) };
}
