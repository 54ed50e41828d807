import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';

import { StatusError } from '#firestore/api/status.ts';

/**
 * Where firebase-tools keeps things in an export:
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

/** Shaped like JSON, not checked further: most of it belongs to other emulators. */
export interface ToolsMetadata {
  readonly version?: unknown;
  readonly firestore?: unknown;
  readonly [emulator: string]: unknown;
}

/**
 * The overall metadata of an export, which may be named itself, by its directory, or by the directory that
 * firebase-tools put all emulators' exports into.
 */
export async function findOverallMetadata(path: string): Promise<string> {
  const found = await statOf(path);
  if (found === null) throw refused(path, 'there is nothing of this name');
  if (!found.isDirectory()) return path;
  const tools = await readToolsMetadata(path);
  if (tools !== null) return resolve(path, metadataFileOf(tools, join(path, TOOLS_METADATA)));
  const candidates = (await readdir(path)).filter((name) => name.endsWith(OVERALL_SUFFIX));
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return join(path, only);
  throw refused(path, `it holds neither ${TOOLS_METADATA} nor one *${OVERALL_SUFFIX}`);
}

/** null where there is none; one that can't be read is refused. */
export async function readToolsMetadata(directory: string): Promise<ToolsMetadata | null> {
  const path = join(directory, TOOLS_METADATA);
  if ((await statOf(path)) === null) return null;
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isRecord(parsed)) return parsed;
  } catch (error) {
    throw refused(path, 'it is not JSON', error);
  }
  throw refused(path, 'it is not a JSON object');
}

function metadataFileOf(tools: ToolsMetadata, path: string): string {
  if (!isRecord(tools.firestore)) throw refused(path, 'it names no Firestore export');
  const file = tools.firestore['metadata_file'];
  if (typeof file !== 'string') throw refused(path, 'firestore.metadata_file is missing');
  return insideOf(file, path);
}

/** A file that an export names is in the export, or somebody has tampered with it. */
export function besides(file: string, named: string): string {
  return join(dirname(file), insideOf(named, file));
}

function insideOf(named: string, by: string): string {
  const path = normalize(named);
  if (named === '' || isAbsolute(path) || path.split(/[/\\]/u)[0] === '..') {
    throw refused(by, `it names ${JSON.stringify(named)}, which is not a file of this export`);
  }
  return path;
}

export function refused(path: string, reason: string, cause?: unknown): StatusError {
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
