import { StatusError } from '#firestore/api/status.ts';

/**
 * Resource names: `projects/{p}/databases/{d}` is a database and `{database}/documents` its root. Below the root,
 * collection ids and document ids alternate. A name is always a whole string. The path of a collection ends in its id.
 */
const MAX_NAME_BYTES = 6144;
const MAX_ID_BYTES = 1500;
/** Collections nest 100 deep. */
const MAX_SEGMENTS = 200;
const DATABASE = /^projects\/(?<project>[^/]+)\/databases\/(?<id>[^/]+)/u;
const DATABASE_SEGMENTS = 4;
/** Zero and other spellings of a number, such as with leading zeros, are reserved. */
const NUMERIC_ID = /^__id(?<number>-?[1-9]\d*)__$/u;

export function projectOf(name: string): string {
  return DATABASE.exec(name)?.groups?.['project'] ?? '';
}

/** The database's own id, such as `(default)`. */
export function databaseIdOf(name: string): string {
  return DATABASE.exec(name)?.groups?.['id'] ?? '';
}

/** The database part of a name. Every read calls this, so it avoids a regular expression. */
export function databaseOf(name: string): string {
  let end = -1;
  for (let slashes = 0; slashes < DATABASE_SEGMENTS; slashes += 1) {
    end = name.indexOf('/', end + 1);
    if (end === -1) return name;
  }
  return name.slice(0, end);
}

export function rootOf(database: string): string {
  return `${database}/documents`;
}

/** The parent of a collection (a document or the root) or of a document (its collection). */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The id of the collection that a document is in. */
export function collectionIdOf(documentName: string): string {
  return lastSegment(parentOf(documentName));
}

/** The segments below `documents`. */
export function segmentsOf(name: string): string[] {
  return name.split('/').slice(5);
}

export function checkProject(id: unknown): string {
  return checkId(id, 'project');
}

export function checkDatabaseId(id: unknown): string {
  return checkId(id, 'database');
}

/** Programs without types may pass anything. */
function checkId(id: unknown, what: string): string {
  if (typeof id === 'string' && id !== '' && !id.includes('/')) return id;
  throw invalid(`${typeof id === 'string' ? `"${id}"` : String(id)} is not the id of a ${what}.`);
}

export function checkDatabase(name: string | null | undefined): string {
  const match = name === null || name === undefined ? null : DATABASE.exec(name);
  if (match === null || match[0] !== name) {
    throw invalid(`"${name ?? ''}" is not a database name such as projects/{project}/databases/{database}.`);
  }
  return name;
}

/** Checks the name of a document. Rejects reserved ids. */
export function checkDocumentName(name: string | null | undefined, database?: string): string {
  const segments = checkedSegments(name, database);
  if (segments.length === 0 || segments.length % 2 !== 0) {
    throw invalid(
      `Document name "${name ?? ''}" lacks a document id: it has ${segments.length} path segments.`,
    );
  }
  return name ?? '';
}

/** Checks the parent of a query or a list: the name of a document or of the root. */
export function checkParentName(name: string | null | undefined): string {
  const segments = checkedSegments(name);
  if (segments.length % 2 !== 0) {
    throw invalid(`Parent "${name ?? ''}" names a collection, not a document or the root of a database.`);
  }
  return name ?? '';
}

export function checkCollectionId(id: string): string {
  if (id.includes('/')) throw invalid(`Collection id "${id}" contains "/".`);
  checkSegment(id, false);
  return id;
}

function checkedSegments(name: string | null | undefined, database?: string): string[] {
  if (name === null || name === undefined || name === '') throw invalid('A resource name is missing.');
  const match = DATABASE.exec(name);
  const head = match === null ? '' : `${match[0]}/documents`;
  if (match === null || !(name === head || name.startsWith(`${head}/`))) {
    throw invalid(
      `Resource name "${name}" does not begin with projects/{project}/databases/{database}/documents.`,
    );
  }
  if (database !== undefined && match[0] !== database) {
    throw invalid(`Document "${name}" is not in database "${database}".`);
  }
  if (name === head) return [];
  if (name.length > MAX_NAME_BYTES / 4 && Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw invalid(`Resource name is longer than ${MAX_NAME_BYTES} bytes.`);
  }
  const segments = name.slice(head.length + 1).split('/');
  if (segments.length > MAX_SEGMENTS) throw invalid('Key path is too long. Cannot exceed 100 elements.');
  for (const [index, segment] of segments.entries()) checkSegment(segment, index % 2 === 1);
  return segments;
}

function checkSegment(id: string, isDocumentId: boolean): void {
  if (id === '') throw invalid('A path segment is empty.');
  if (id === '.' || id === '..')
    throw invalid(`Resource id "${id}" is invalid because it is a relative path.`);
  if (!id.isWellFormed()) throw invalid(`Resource id "${id}" is not valid Unicode.`);
  if (id.length > MAX_ID_BYTES / 4 && Buffer.byteLength(id) > MAX_ID_BYTES) {
    throw invalid(`Resource id is longer than ${MAX_ID_BYTES} bytes.`);
  }
  if (id.length >= 4 && id.startsWith('__') && id.endsWith('__')) checkNumericId(id, isDocumentId);
}

function checkNumericId(id: string, isDocumentId: boolean): void {
  const number = isDocumentId ? NUMERIC_ID.exec(id)?.groups?.['number'] : undefined;
  if (number === undefined) throw invalid(`Resource id "${id}" is invalid because it is reserved.`);
  const integer = BigInt(number);
  if (integer === BigInt.asIntN(64, integer)) return;
  throw invalid(`Resource id "${id}" is invalid because it is not a 64 bit integer.`);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
