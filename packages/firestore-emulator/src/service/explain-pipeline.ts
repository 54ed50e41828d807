import type { google } from '#firestore/api/proto.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { Pipeline, Stage } from '#firestore/pipeline/pipeline.ts';
import type { Source } from '#firestore/pipeline/source.ts';

type Options = Readonly<Record<string, google.firestore.v1.IValue>>;

/** Explains how a pipeline runs, as the option `explain_options` of a request asks. */
export interface PipelineExplainer {
  /** Whether the pipeline also runs. */
  readonly analyze: boolean;
  /** Notes how many rows a part of the pipeline returned. */
  record(part: Source | Stage, rows: number): void;
  stats(pipeline: Pipeline): google.firestore.v1.IExplainStats;
}

/** Returns null if the request asks for no explanation. */
export function createExplainer(options: Options): PipelineExplainer | null {
  const explain = options['explain_options']?.mapValue?.fields ?? {};
  const mode = explain['mode']?.stringValue ?? 'execute';
  if (mode === 'execute') return null;
  if (mode !== 'analyze' && mode !== 'explain') {
    throw new StatusError('INVALID_ARGUMENT', `The explain mode ${mode} is unknown.`);
  }
  const isJson = explain['output_format']?.stringValue === 'json';
  const startedAt = process.hrtime.bigint();
  const rows = new Map<Source | Stage, number>();
  return {
    analyze: mode === 'analyze',
    record(part, count) {
      rows.set(part, count);
    },
    stats(pipeline) {
      const parts = partsOf(pipeline, rows);
      const micros = Number((process.hrtime.bigint() - startedAt) / 1000n);
      return { data: encodeText(isJson ? JSON.stringify({ stages: parts }) : textOf(parts, micros)) };
    },
  };
}

interface ExplainedPart {
  readonly stage: string;
  /** Missing if the pipeline did not run. */
  readonly rows?: number;
}

function partsOf(pipeline: Pipeline, rows: ReadonlyMap<Source | Stage, number>): readonly ExplainedPart[] {
  const explained = (part: Source | Stage, stage: string): ExplainedPart => {
    const count = rows.get(part);
    return count === undefined ? { stage } : { stage, rows: count };
  };
  return [
    explained(pipeline.source, pipeline.source.kind === 'query' ? 'table_scan' : 'documents'),
    ...pipeline.stages.map((stage) => explained(stage, stage.name)),
  ];
}

function textOf(parts: readonly ExplainedPart[], micros: number): string {
  const tree = parts.map(({ stage, rows }) => (rows === undefined ? stage : `${stage}  rows: ${rows}`));
  return ['Execution:', ` time: ${micros / 1000} ms`, 'Tree:', ...tree.map((line) => ` ${line}`), ''].join(
    '\n',
  );
}

/** A google.protobuf.Any with a StringValue, as production sends it. */
function encodeText(text: string): google.protobuf.IAny {
  const bytes = Buffer.from(text);
  // Field 1, length-delimited: the tag, the length as a varint, and the text.
  const header = [0x0a];
  let length = bytes.length;
  for (; length >= 0x80; length >>>= 7) header.push((length & 0x7f) | 0x80);
  header.push(length);
  return {
    type_url: 'type.googleapis.com/google.protobuf.StringValue',
    value: Buffer.concat([Buffer.from(header), bytes]),
  };
}
