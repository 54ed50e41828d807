import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';

import { StatusError } from '#firestore/api/status.ts';

/**
 * The files of an export by firebase-tools:
 *
 *     firebase-export-metadata.json
 *     firestore_export/firestore_export.overall_export_metadata
 *     firestore_export/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata
 *     firestore_export/all_namespaces/all_kinds/output-0
 */
export const TOOLS_METADATA = 'firebase-export-metadata.json';
export const EXPORT_NAME = 'firestore_export';
export const OVERALL_SUFFIX = '.overall_export_metadata';
export const KINDS_ROOT = 'all_namespaces';
export const KINDS_DIRECTORY = `${KINDS_ROOT}/all_kinds`;
export const KINDS_METADATA = `${KINDS_DIRECTORY}/all_namespaces_all_kinds.export_metadata`;
export const OUTPUT = 'output-0';

/** A JSON object without further checks, because most of it belongs to other emulators. */
export interface ToolsMetadata {
  readonly version?: unknown;
  readonly firestore?: unknown;
  readonly [emulator: string]: unknown;
}

/**
 * Finds the overall metadata file of an export. `path` is this file, its directory, or the directory of firebase-tools
 * with the exports of all emulators.
 */
export async function findOverallMetadata(path: string): Promise<string> {
  const found = await statOf(path);
  if (found === null) throw importError(path, 'there is no such file or directory');
  if (!found.isDirectory()) return path;
  const tools = await readToolsMetadata(path);
  if (tools !== null) return resolve(path, metadataFileOf(tools, join(path, TOOLS_METADATA)));
  const candidates = (await readdir(path)).filter((name) => name.endsWith(OVERALL_SUFFIX));
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return join(path, only);
  throw importError(path, `it contains neither ${TOOLS_METADATA} nor one *${OVERALL_SUFFIX}`);
}

/** Null if there is no such file. Throws if the file is invalid. */
export async function readToolsMetadata(directory: string): Promise<ToolsMetadata | null> {
  const path = join(directory, TOOLS_METADATA);
  if ((await statOf(path)) === null) return null;
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isRecord(parsed)) return parsed;
  } catch (error) {
    throw importError(path, 'it is not JSON', error);
  }
  throw importError(path, 'it is not a JSON object');
}

function metadataFileOf(tools: ToolsMetadata, path: string): string {
  if (!isRecord(tools.firestore)) throw importError(path, 'it names no Firestore export');
  const file = tools.firestore['metadata_file'];
  if (typeof file !== 'string') throw importError(path, 'firestore.metadata_file is missing');
  return insideOf(file, path);
}

/** Resolves a file name in an export. Names that point outside the export are rejected, because they may be malicious. */
export function resolveInExport(file: string, named: string): string {
  return join(dirname(file), insideOf(named, file));
}

function insideOf(named: string, by: string): string {
  const path = normalize(named);
  if (named === '' || isAbsolute(path) || path.split(/[/\\]/u)[0] === '..') {
    throw importError(by, `it names ${JSON.stringify(named)}, which is not a file of this export`);
  }
  return path;
}

export function importError(path: string, reason: string, cause?: unknown): StatusError {
  return new StatusError('INVALID_ARGUMENT', `${path} can't be imported: ${reason}. Nothing was imported.`, {
    cause,
  });
}

async function statOf(path: string): Promise<{ isDirectory(): boolean } | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
