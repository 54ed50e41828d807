import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';
import {
  checkCollectionId,
  checkDocumentName,
  parentOf,
  lastSegment,
  rootOf,
} from '#firestore/model/names.ts';
import type { ProtoStage } from '#firestore/pipeline/arguments.ts';
import { StageArguments } from '#firestore/pipeline/arguments.ts';
import { parseFindNearest } from '#firestore/pipeline/find-nearest.ts';
import type { Pipeline, Source, Stage } from '#firestore/pipeline/pipeline.ts';
import { TRANSFORMS } from '#firestore/pipeline/transforms.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { Query } from '#firestore/query/query.ts';

type ProtoPipeline = google.firestore.v1.IPipeline;

/** Stages of production that the emulator does not have. */
const UNSUPPORTED = new Set(
  'search let subcollection literals delete update insert upsert define'.split(' '),
);

/** Parses a pipeline of a database. Throws INVALID_ARGUMENT for one that Firestore would refuse. */
export function parsePipeline(proto: ProtoPipeline | null | undefined, database: string): Pipeline {
  const [source, ...stages] = proto?.stages ?? [];
  if (source === undefined) throw invalid('A pipeline needs a source.');
  return {
    source: parseSource(source, database),
    stages: stages.map((stage) => parseStage(stage, database)),
  };
}

function parseSource(stage: ProtoStage, database: string): Source {
  const args = new StageArguments(stage);
  switch (args.name) {
    case 'collection': {
      const path = pathOf(args.at(0), database);
      return scan(parentOf(path), lastSegment(path), false);
    }
    case 'collection_group':
      return scan(pathOf(args.at(0), database), args.text(args.at(1)), true);
    case 'database':
      return scan(rootOf(database), null, true);
    case 'documents': {
      const names = args.all().map((proto) => checkDocumentName(pathOf(proto, database), database));
      if (names.length === 0) throw invalid('The stage documents needs a document.');
      if (new Set(names).size < names.length) throw invalid('The stage documents names a document twice.');
      return { kind: 'documents', names };
    }
    default:
      throw unknown(args.name, 'source');
  }
}

function scan(parent: string, collectionId: string | null, allDescendants: boolean): Source {
  const selector =
    collectionId === null
      ? { allDescendants }
      : { collectionId: checkCollectionId(collectionId), allDescendants };
  const query: Query = parseQuery(parent, { from: [selector] });
  return { kind: 'query', query };
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

function parseStage(stage: ProtoStage, database: string): Stage {
  const args = new StageArguments(stage);
  const { name } = args;
  if (name === 'union') {
    return { kind: 'union', name, other: parsePipeline(args.at(0).pipelineValue, database) };
  }
  const parse = name === 'find_nearest' ? parseFindNearest : TRANSFORMS.get(name);
  if (parse === undefined) throw unknown(name, 'stage');
  return { kind: 'transform', name, run: parse(args) };
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
