import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { StatusError } from '#firestore/api/status.ts';
import { loadExportMessages, int64, type ExportMessages } from '#firestore/transfer/entity-messages.ts';
import { createDirectory } from '#firestore/store/create-directory.ts';
import { encodeEntity, type ExportedDocument } from '#firestore/transfer/entity.ts';
import {
  EXPORT_NAME,
  KINDS_METADATA,
  KINDS_ROOT,
  OUTPUT,
  OVERALL_SUFFIX,
  readToolsMetadata,
  TOOLS_METADATA,
} from '#firestore/transfer/layout.ts';
import { LogEncoder } from '#firestore/transfer/leveldb-log.ts';

/** The versions of the official tools with this format. Readers ignore them. */
const TOOLS_VERSION = '13.15.1';
const EMULATOR_VERSION = '1.19.7';
const FORMAT = { first: 2, third: 3 };
const CHUNK_BYTES = 1 << 18;

export interface ExportRun {
  /** Milliseconds since the epoch, with fractions. */
  readonly now: () => number;
}

/** Writes an export for `firebase emulators:start --import`, and keeps the exports of other emulators. */
export async function writeToolsExport(
  directory: string,
  documents: Iterable<ExportedDocument>,
  run: ExportRun,
): Promise<void> {
  await explainingWrites(directory, () => createDirectory(directory));
  const { version = TOOLS_VERSION, ...others } = (await readToolsMetadata(directory)) ?? {};
  const firestore = {
    version: EMULATOR_VERSION,
    path: EXPORT_NAME,
    metadata_file: `${EXPORT_NAME}/${EXPORT_NAME}${OVERALL_SUFFIX}`,
  };
  await writeExport(join(directory, EXPORT_NAME), documents, run);
  const path = join(directory, TOOLS_METADATA);
  await writeFile(`${path}.tmp`, JSON.stringify({ version, ...others, firestore }, undefined, 2));
  await rename(`${path}.tmp`, path);
}

/** Writes an export to the directory. It replaces an older export only when it is complete. */
export async function writeExport(
  directory: string,
  documents: Iterable<ExportedDocument>,
  run: ExportRun,
): Promise<void> {
  await explainingWrites(directory, () => replaceExport(directory, documents, run));
}

async function explainingWrites(directory: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new StatusError('FAILED_PRECONDITION', `${directory} can't be written: ${error.message}.`, {
      cause: error,
    });
  }
}

async function replaceExport(
  directory: string,
  documents: Iterable<ExportedDocument>,
  run: ExportRun,
): Promise<void> {
  await checkReplaceable(directory);
  await createDirectory(dirname(directory));
  const draft = await mkdtemp(`${directory}.tmp-`);
  try {
    await writeFiles(draft, basename(directory), documents, run);
    const old = `${draft}-old`;
    const replaced = await renameIfExists(directory, old);
    await rename(draft, directory);
    if (replaced) await rm(old, { recursive: true });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** An export replaces the whole directory, so a directory with other files is rejected. */
async function checkReplaceable(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const other = names.find((name) => name !== KINDS_ROOT && !name.endsWith(OVERALL_SUFFIX));
  if (other === undefined) return;
  throw new StatusError(
    'FAILED_PRECONDITION',
    `${directory} contains ${other}, which is not part of an export: choose an empty or a new directory.`,
  );
}

async function writeFiles(
  draft: string,
  name: string,
  documents: Iterable<ExportedDocument>,
  run: ExportRun,
): Promise<void> {
  const messages = loadExportMessages();
  const startMicros = micros(run);
  const metadata = join(draft, KINDS_METADATA);
  await mkdir(dirname(metadata), { recursive: true });
  const { count, bytes } = await writeOutput(join(dirname(metadata), OUTPUT), documents, messages);
  const log = new LogEncoder();
  const overall = [log.encode(Buffer.from('3'))];
  if (count === 0) {
    // For an empty database the official emulator writes an empty record instead of outputs.
    await rm(join(draft, KINDS_ROOT), { recursive: true });
    overall.push(log.encode(Buffer.alloc(0)));
  } else {
    const message = {
      run: { name, startMicros, endMicros: micros(run) },
      output: [{ nameSpace: '', file: OUTPUT }],
    };
    await writeFile(metadata, messages.metadata.encode(message));
    const part = {
      format: FORMAT,
      metadataFile: KINDS_METADATA,
      entities: int64(BigInt(count)),
      bytes: int64(BigInt(bytes)),
    };
    overall.push(log.encode(messages.overall.encode({ part: [part] })));
  }
  await writeFile(join(draft, `${name}${OVERALL_SUFFIX}`), Buffer.concat(overall));
}

async function writeOutput(
  path: string,
  documents: Iterable<ExportedDocument>,
  messages: ExportMessages,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const log = new LogEncoder();
  const file = await open(path, 'wx');
  let count = 0;
  let bytes = 0;
  try {
    let chunks: Buffer[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      await file.appendFile(Buffer.concat(chunks));
      bytes += size;
      chunks = [];
      size = 0;
    };
    for (const document of documents) {
      const record = log.encode(encodeEntity(document, messages));
      chunks.push(record);
      size += record.length;
      count += 1;
      if (size >= CHUNK_BYTES) await flush();
    }
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  return { count, bytes };
}

async function renameIfExists(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function micros(run: ExportRun): ReturnType<typeof int64> {
  return int64(BigInt(Math.floor(run.now() * 1000)));
}
