import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';
import {
  checkCollectionId,
  checkDocumentName,
  parentOf,
  lastSegment,
  rootOf,
} from '#firestore/model/names.ts';
import { StageArguments } from '#firestore/pipeline/arguments.ts';
import { parseFindNearest } from '#firestore/pipeline/find-nearest.ts';
import type { Expression } from '#firestore/pipeline/expression.ts';
import type { ParseContext } from '#firestore/pipeline/parse-context.ts';
import { withVariables } from '#firestore/pipeline/parse-context.ts';
import type { Pipeline, Stage } from '#firestore/pipeline/pipeline.ts';
import type { Source } from '#firestore/pipeline/source.ts';
import { filterOf } from '#firestore/pipeline/source-filter.ts';
import { TRANSFORMS } from '#firestore/pipeline/transforms.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { Query } from '#firestore/query/query.ts';

type ProtoPipeline = google.firestore.v1.IPipeline;

/** Stages of production that the emulator does not have. */
const UNSUPPORTED = new Set('search literals delete update insert upsert'.split(' '));

/** Parses a pipeline of a database. Throws INVALID_ARGUMENT for one that Firestore would refuse. */
export function parsePipeline(proto: ProtoPipeline | null | undefined, database: string): Pipeline {
  const context: ParseContext = {
    variables: new Set(),
    depth: 0,
    parsePipeline: (inner, innerContext) => parseNested(inner, database, innerContext),
  };
  const pipeline = parseNested(proto, database, context);
  if (pipeline.source.kind !== 'subcollection') return pipeline;
  throw invalid('A subcollection is the source only of a subquery.');
}

function parseNested(
  proto: ProtoPipeline | null | undefined,
  database: string,
  outer: ParseContext,
): Pipeline {
  const [source, ...stages] = proto?.stages ?? [];
  if (source === undefined) throw invalid('A pipeline needs a source.');
  let context = outer;
  const parsedSource = parseSource(new StageArguments(source, context), database);
  const parsedStages = stages.map((stage) => {
    const args = new StageArguments(stage, context);
    const parsed = parseStage(args, database);
    if (args.name === 'let') {
      const names = args.entries(0).map(([name]) => name);
      context = withVariables(context, names);
    }
    return parsed;
  });
  return { source: withConditions(parsedSource, parsedStages), stages: parsedStages };
}

/** Filters the query of the source by the conditions that follow it. */
function withConditions(source: Source, stages: readonly Stage[]): Source {
  if (source.kind !== 'query') return source;
  const conditions: Expression[] = [];
  for (const stage of stages) {
    if (stage.kind !== 'transform' || stage.condition === undefined) break;
    conditions.push(stage.condition);
  }
  return { kind: 'query', query: { ...source.query, where: filterOf(conditions) } };
}

function parseSource(args: StageArguments, database: string): Source {
  switch (args.name) {
    case 'collection': {
      const path = pathOf(args.at(0), database);
      return { kind: 'query', query: scanQuery(parentOf(path), lastSegment(path), false) };
    }
    case 'collection_group':
      return { kind: 'query', query: scanQuery(pathOf(args.at(0), database), args.text(args.at(1)), true) };
    case 'database':
      return { kind: 'query', query: scanQuery(rootOf(database), null, true) };
    case 'documents': {
      const names = args.all().map((proto) => checkDocumentName(pathOf(proto, database), database));
      if (names.length === 0) throw invalid('The stage documents needs a document.');
      if (new Set(names).size < names.length) throw invalid('The stage documents names a document twice.');
      return { kind: 'documents', names };
    }
    case 'subcollection':
      return { kind: 'subcollection', path: args.text(args.at(0)) };
    default:
      throw unknown(args.name, 'source');
  }
}

/** A query for all documents of a collection, of a collection group, or of a database. */
export function scanQuery(parent: string, collectionId: string | null, allDescendants: boolean): Query {
  const selector =
    collectionId === null
      ? { allDescendants }
      : { collectionId: checkCollectionId(collectionId), allDescendants };
  return parseQuery(parent, { from: [selector] });
}

/** The resource name of a path such as `/users/ann`. The SDKs send an empty path for the root. */
function pathOf(proto: google.firestore.v1.IValue, database: string): string {
  const path = proto.referenceValue ?? '';
  if (path.startsWith('projects/')) {
    if (!path.startsWith(`${database}/`)) throw invalid(`"${path}" is in another database.`);
    return path;
  }
  const relative = path.replace(/^\//u, '');
  return relative === '' ? rootOf(database) : `${rootOf(database)}/${relative}`;
}

function parseStage(args: StageArguments, database: string): Stage {
  const { name } = args;
  if (name === 'union') {
    return { kind: 'union', name, other: parseNested(args.at(0).pipelineValue, database, args.context) };
  }
  const parse = name === 'find_nearest' ? parseFindNearest : TRANSFORMS.get(name);
  if (parse === undefined) throw unknown(name, 'stage');
  const condition = name === 'where' ? { condition: args.expression(0) } : {};
  return { kind: 'transform', name, run: parse(args), ...condition };
}

function unknown(name: string, kind: string): StatusError {
  if (UNSUPPORTED.has(name)) {
    return new StatusError('UNIMPLEMENTED', `The ${kind} ${name} is not supported by this emulator.`);
  }
  return invalid(`The ${kind} ${name} of a pipeline is unknown.`);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
