import type { google } from '#firestore/api/proto.ts';
import type { Caller, FirestoreService } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkDatabase, lastSegment, parentOf } from '#firestore/model/names.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import { evaluationError } from '#firestore/pipeline/expression.ts';
import type { Document } from '#firestore/model/document.ts';
import { parsePipeline, scanQuery } from '#firestore/pipeline/parse-pipeline.ts';
import type { Environment } from '#firestore/pipeline/expression.ts';
import type { Pipeline } from '#firestore/pipeline/pipeline.ts';
import type { Source } from '#firestore/pipeline/source.ts';
import type { Row } from '#firestore/pipeline/row.ts';
import { rowOf } from '#firestore/pipeline/row.ts';
import { WorkMeter } from '#firestore/pipeline/work-meter.ts';
import type { Query } from '#firestore/query/query.ts';
import { matches } from '#firestore/query/query.ts';
import { runQuery as findDocuments } from '#firestore/query/run-query.ts';
import { encodeFields, encodeTimestamp } from '#firestore/protobuf/values.ts';
import type { Billed } from '#firestore/service/authorize.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import type { PipelineExplainer } from '#firestore/service/explain-pipeline.ts';
import { createExplainer } from '#firestore/service/explain-pipeline.ts';
import type { Reading } from '#firestore/service/reading.ts';
import { withReading } from '#firestore/service/reading.ts';
import { queryReads } from '#firestore/usage/prices.ts';

/** Production sends batches of varying size too. */
const BATCH_SIZE = 300;

interface Execution {
  readonly context: ServiceContext;
  readonly caller: Caller;
  readonly read: Reading;
  readonly explainer: PipelineExplainer | null;
  readonly meter: WorkMeter;
  readonly billed: Billed;
}

export function executePipeline(context: ServiceContext): FirestoreService['executePipeline'] {
  return async function* execute(request, caller) {
    const database = checkDatabase(request.database);
    const proto = request.structuredPipeline;
    const pipeline = parsePipeline(proto?.pipeline, database);
    const explainer = createExplainer(proto?.options ?? {});
    yield* withReading(context, database, request, async function* answer(read) {
      const [meter, billed] = [new WorkMeter(), new Set<string>()];
      const execution: Execution = { context, caller, read, explainer, meter, billed };
      const rows = explainer?.analyze === false ? [] : await runPipeline(pipeline, execution);
      const explainStats = explainer?.stats(pipeline) ?? null;
      const executionTime = encodeTimestamp(read.time);
      for (let at = 0; at === 0 || at < rows.length; at += BATCH_SIZE) {
        const isLast = at + BATCH_SIZE >= rows.length;
        yield {
          results: rows.slice(at, at + BATCH_SIZE).map(encodeRow),
          executionTime,
          ...(at === 0 && read.startedTransaction !== null && { transaction: read.startedTransaction }),
          ...(isLast && explainStats !== null && { explainStats }),
        };
      }
    });
  };
}

async function runPipeline(pipeline: Pipeline, execution: Execution): Promise<readonly Row[]> {
  const { explainer } = execution;
  let rows = await readSource(pipeline.source, execution);
  explainer?.record(pipeline.source, rows.length);
  const environment = createEnvironment(execution);
  for (const stage of pipeline.stages) {
    rows =
      stage.kind === 'union'
        ? [...rows, ...(await runPipeline(stage.other, execution))]
        : stage.run(rows, environment);
    explainer?.record(stage, rows.length);
  }
  return rows;
}

/** Reads the documents of the source, checks the rules and counts the reads. */
async function readSource(
  source: Source,
  { context, caller, read, billed }: Execution,
): Promise<readonly Row[]> {
  if (source.kind === 'query') {
    const { query } = source;
    const { store, authorizer } = context;
    authorizer.list(caller, query, store.readTime(), billed);
    const found = await read.query({
      run: (at) => findDocuments(store, query, at),
      canMatch: (document) => matches(query, document),
    });
    context.usage.add(query.database, { reads: queryReads(found.length) });
    return found.map(rowOf);
  }
  const { names } = namesOf(source);
  return rowsOf(names, await read.documents(names), { context, caller, time: read.time, billed });
}

function namesOf(source: Exclude<Source, { kind: 'query' }>): { readonly names: readonly string[] } {
  if (source.kind === 'documents') return source;
  throw new StatusError('INVALID_ARGUMENT', 'A subcollection is the source only of a subquery.');
}

interface Access {
  readonly context: ServiceContext;
  readonly caller: Caller;
  readonly time: Timestamp;
  readonly billed: Billed;
}

function rowsOf(
  names: readonly string[],
  documents: readonly (Document | null)[],
  { context, caller, time, billed }: Access,
): readonly Row[] {
  const reads = names.map((name, index) => ({ name, document: documents[index] ?? null }));
  context.authorizer.get(caller, reads, time, billed);
  const [first = ''] = names;
  context.usage.add(first, { reads: queryReads(names.length) });
  return documents.filter((document) => document !== null).map(rowOf);
}

/** Subqueries read at the time of the outer query. They take no locks in a transaction. */
function createEnvironment({ context, caller, read, meter, billed }: Execution): Environment {
  const { store, authorizer, usage } = context;
  const time = read.time;
  const cached = new Map<Source, readonly Row[]>();
  const run = (query: Query): readonly Row[] => {
    authorizer.list(caller, query, time, billed);
    const found = findDocuments(store, query, time);
    usage.add(query.database, { reads: queryReads(found.length) });
    return found.map(rowOf);
  };
  return {
    now: time,
    meter,
    read(source, outer) {
      if (source.kind === 'subcollection') {
        const name = `${outer.name ?? ''}/${source.path}`;
        if (outer.name === null) throw evaluationError('A subcollection needs a document with a name.');
        return run(scanQuery(parentOf(name), lastSegment(name), false));
      }
      const existing = cached.get(source);
      if (existing !== undefined) return existing;
      const rows =
        source.kind === 'query'
          ? run(source.query)
          : rowsOf(
              source.names,
              source.names.map((name) => store.read(name, time)),
              { context, caller, time, billed },
            );
      cached.set(source, rows);
      return rows;
    },
  };
}

function encodeRow({ fields, name, createTime, updateTime }: Row): google.firestore.v1.IDocument {
  return {
    fields: encodeFields(fields),
    ...(name !== null && { name }),
    ...(createTime !== null && { createTime: encodeTimestamp(createTime) }),
    ...(updateTime !== null && { updateTime: encodeTimestamp(updateTime) }),
  };
}
