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
import { besides, findOverallMetadata, refused } from '#firestore/transfer/layout.ts';
import { decodeLog, LogDamage, type LogRecord } from '#firestore/transfer/leveldb-log.ts';
import { decodeFields, encodeFields } from '#firestore/protobuf/values.ts';

/** The first record of the overall metadata: the version of the format. */
const VERSION = '3';

/**
 * Reads an export whole, of the emulator (one output for all collections) or of production (outputs per collection).
 * Rejects with what is wrong where, if anything is, and so before a caller could have used a part of it.
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
    throw refused(path, 'it is not of a version that is known here');
  }
  // An empty database has an empty record here.
  if (rest.length === 0) throw refused(path, 'it ends too early');
  return rest.flatMap((record) => decodeOverall(path, record, messages).part ?? []);
}

function decodeOverall(path: string, record: LogRecord, messages: ExportMessages): OverallMessage {
  try {
    return messages.overall.decode(record.data);
  } catch (error) {
    throw refusedAt(path, record.offset, error);
  }
}

async function readPart(
  overall: string,
  part: PartMessage,
  messages: ExportMessages,
): Promise<ExportedDocument[]> {
  if (part.metadataFile === undefined) throw refused(overall, 'it names no metadata file');
  const path = besides(overall, part.metadataFile);
  const documents: ExportedDocument[] = [];
  let bytes = 0;
  for (const file of await outputsOf(path, messages)) {
    const output = besides(path, file);
    const log = await readFileOf(output);
    bytes += log.length;
    for (const record of recordsOf(output, log)) documents.push(decodeDocument(output, record, messages));
  }
  checkSum(overall, path, 'documents', part.entities, documents.length);
  checkSum(overall, path, 'bytes', part.bytes, bytes);
  return documents;
}

async function outputsOf(path: string, messages: ExportMessages): Promise<string[]> {
  const bytes = await readFileOf(path);
  try {
    return (messages.metadata.decode(bytes).output ?? []).map(({ file = '' }) => file);
  } catch (error) {
    throw refusedAt(path, 0, error);
  }
}

function decodeDocument(path: string, record: LogRecord, messages: ExportMessages): ExportedDocument {
  try {
    const document = decodeEntity(record.data, messages);
    checkDocumentName(
      `projects/${document.project}/databases/${document.database}/documents/${document.path}`,
    );
    // Held to what clients are held to: whatever else relies on that may go on to do so.
    decodeFields(encodeFields(document.fields));
    return document;
  } catch (error) {
    throw refusedAt(path, record.offset, error);
  }
}

/** A file cut off between two records looks whole; only the overall metadata knows how much there was. */
function checkSum(
  overall: string,
  part: string,
  what: string,
  expected: Int64 | undefined,
  found: number,
): void {
  if (expected === undefined || bigintOf(expected) === BigInt(found)) return;
  throw refused(part, `its outputs hold ${found} ${what}, and ${overall} says ${bigintOf(expected)}`);
}

function checkDistinct(overall: string, documents: readonly ExportedDocument[]): void {
  const seen = new Set<string>();
  for (const { project, database, path } of documents) {
    const name = `${project}/${database}/${path}`;
    if (seen.has(name)) throw refused(overall, `it holds the document ${path} twice`);
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
    if (error instanceof LogDamage) throw refusedAt(path, error.offset, error);
    throw error;
  }
}

async function readFileOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw refused(path, error instanceof Error ? error.message : String(error), error);
  }
}

function refusedAt(path: string, offset: number, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return refused(path, `at byte ${offset}: ${reason.replace(/\.$/u, '')}`, error);
}
