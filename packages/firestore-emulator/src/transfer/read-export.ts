import { readFile } from 'node:fs/promises';

import { checkDocumentName } from '#firestore/model/names.ts';
import {
  bigintOf,
  type Int64,
  type OverallMessage,
  type PartMessage,
} from '#firestore/transfer/entity-messages.ts';
import { loadExportMessages, type ExportMessages } from '#firestore/transfer/entity-messages.ts';
import { decodeEntity, type ExportedDocument } from '#firestore/transfer/entity.ts';
import { resolveInExport, findOverallMetadata, importError } from '#firestore/transfer/layout.ts';
import { decodeLog, LogDamage, type LogRecord } from '#firestore/transfer/leveldb-log.ts';
import { decodeFields, encodeFields } from '#firestore/protobuf/values.ts';

/** The first record of the overall metadata: the version of the format. */
const VERSION = '3';

/**
 * Reads a whole export of the emulator (one output for all collections) or of production (one or more per collection).
 * If any part is invalid, rejects with the file and the defect, and returns no documents.
 */
export async function readExport(path: string): Promise<ExportedDocument[]> {
  const messages = loadExportMessages();
  const overall = await findOverallMetadata(path);
  const documents: ExportedDocument[] = [];
  for (const part of await readOverallMetadata(overall, messages)) {
    for (const document of await readPart(overall, part, messages)) documents.push(document);
  }
  checkDistinct(overall, documents);
  return documents;
}

async function readOverallMetadata(path: string, messages: ExportMessages): Promise<PartMessage[]> {
  const [version, ...rest] = await readLog(path);
  if (version === undefined || Buffer.from(version.data).toString('latin1') !== VERSION) {
    throw importError(path, 'its version is not supported');
  }
  // For an empty database this is one empty record.
  if (rest.length === 0) throw importError(path, 'it ends too early');
  return rest.flatMap((record) => decodeOverall(path, record, messages).part ?? []);
}

function decodeOverall(path: string, record: LogRecord, messages: ExportMessages): OverallMessage {
  try {
    return messages.overall.decode(record.data);
  } catch (error) {
    throw importErrorAt(path, record.offset, error);
  }
}

async function readPart(
  overall: string,
  part: PartMessage,
  messages: ExportMessages,
): Promise<ExportedDocument[]> {
  if (part.metadataFile === undefined) throw importError(overall, 'it names no metadata file');
  const path = resolveInExport(overall, part.metadataFile);
  const documents: ExportedDocument[] = [];
  let bytes = 0;
  for (const file of await outputsOf(path, messages)) {
    const output = resolveInExport(path, file);
    const log = await readFileOf(output);
    bytes += log.length;
    for (const record of recordsOf(output, log)) documents.push(decodeDocument(output, record, messages));
  }
  checkTotal(overall, path, 'documents', part.entities, documents.length);
  checkTotal(overall, path, 'bytes', part.bytes, bytes);
  return documents;
}

async function outputsOf(path: string, messages: ExportMessages): Promise<string[]> {
  const bytes = await readFileOf(path);
  try {
    return (messages.metadata.decode(bytes).output ?? []).map(({ file = '' }) => file);
  } catch (error) {
    throw importErrorAt(path, 0, error);
  }
}

function decodeDocument(path: string, record: LogRecord, messages: ExportMessages): ExportedDocument {
  try {
    const document = decodeEntity(record.data, messages);
    checkDocumentName(
      `projects/${document.project}/databases/${document.database}/documents/${document.path}`,
    );
    // Checks the fields as if a client had sent them, so that the store contains only valid values.
    decodeFields(encodeFields(document.fields));
    return document;
  } catch (error) {
    throw importErrorAt(path, record.offset, error);
  }
}

/** A file that ends between two records looks complete. Only the totals in the overall metadata show that it isn't. */
function checkTotal(
  overall: string,
  part: string,
  unit: string,
  expected: Int64 | undefined,
  found: number,
): void {
  if (expected === undefined || bigintOf(expected) === BigInt(found)) return;
  throw importError(part, `its outputs have ${found} ${unit}, but ${overall} says ${bigintOf(expected)}`);
}

function checkDistinct(overall: string, documents: readonly ExportedDocument[]): void {
  const seen = new Set<string>();
  for (const { project, database, path } of documents) {
    const name = `${project}/${database}/${path}`;
    if (seen.has(name)) throw importError(overall, `it contains the document ${path} twice`);
    seen.add(name);
  }
}

async function readLog(path: string): Promise<LogRecord[]> {
  return [...recordsOf(path, await readFileOf(path))];
}

function* recordsOf(path: string, log: Buffer): Generator<LogRecord> {
  try {
    yield* decodeLog(log);
  } catch (error) {
    if (error instanceof LogDamage) throw importErrorAt(path, error.offset, error);
    throw error;
  }
}

async function readFileOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw importError(path, error instanceof Error ? error.message : String(error), error);
  }
}

function importErrorAt(path: string, offset: number, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return importError(path, `at byte ${offset}: ${reason.replace(/\.$/u, '')}`, error);
}
