import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import { identicalMaps } from '#firestore/model/identical.ts';
import type { RecordedChange } from '#firestore/store/journal/record.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { databaseIdOf, projectOf, segmentsOf } from '#firestore/model/names.ts';
import type { Store } from '#firestore/store/store.ts';
import { compareTimestamps, microsOf, timestampOfMicros } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { ExportedDocument } from '#firestore/transfer/entity.ts';
import { readExport } from '#firestore/transfer/read-export.ts';
import { writeExport, writeToolsExport, type ExportRun } from '#firestore/transfer/write-export.ts';

/**
 * Adds the documents of an export to the store and returns their number. Without `project`, they keep the project of the
 * export. References stay unchanged. If the export is damaged, nothing is imported.
 */
export async function importExport(store: Store, path: string, project?: string): Promise<number> {
  const documents = await readExport(path);
  const byDatabase = new Map<string, ExportedDocument[]>();
  for (const document of documents) {
    const database = `projects/${project ?? document.project}/databases/${document.database}`;
    const group = byDatabase.get(database);
    if (group === undefined) byDatabase.set(database, [document]);
    else group.push(document);
  }
  for (const [database, loaded] of byDatabase) {
    await store.load(database, (commitTime) => changesFor(store, database, loaded, commitTime));
  }
  return documents.length;
}

/** Exports all databases of a project to the directory. */
export async function exportProject(
  store: Store,
  project: string,
  directory: string,
  run: ExportRun,
): Promise<void> {
  await writeExport(directory, exportedDocuments(store, project), run);
}

/** Writes an export for `firebase emulators:start --import`. Without `project`, exports the only project with documents. */
export async function exportForTools(
  store: Store,
  project: string | null,
  directory: string,
  run: ExportRun,
): Promise<void> {
  await writeToolsExport(directory, exportedDocuments(store, project ?? onlyProjectOf(store)), run);
}

/**
 * An export has the documents in the order of their creation, and an import preserves this order. So exporting after an
 * import gives the same bytes. As in the official emulator, an existing document keeps its creation time, and an
 * identical one does not change.
 */
function changesFor(
  store: Store,
  database: string,
  documents: readonly ExportedDocument[],
  commitTime: Timestamp,
): RecordedChange[] {
  const first = microsOf(commitTime) - documents.length + 1;
  return documents.flatMap(({ path, fields }, at) => {
    const name = `${database}/documents/${path}`;
    const before = store.read(name);
    if (before !== null && identicalMaps(before.fields, fields)) return [];
    const createTime = before?.createTime ?? timestampOfMicros(first + at);
    return [{ name, after: { name, fields, createTime, updateTime: commitTime } }];
  });
}

function* exportedDocuments(store: Store, project: string): Generator<ExportedDocument> {
  const documents = [...store.documents()].filter(({ name }) => projectOf(name) === project).sort(byCreation);
  for (const { name, fields } of documents) {
    yield { project, database: databaseIdOf(name), path: segmentsOf(name).join('/'), fields };
  }
}

function byCreation(a: Document, b: Document): number {
  return compareTimestamps(a.createTime, b.createTime) || compareNames(a.name, b.name);
}

function onlyProjectOf(store: Store): string {
  const projects = new Set([...store.documents()].map(({ name }) => projectOf(name)));
  const [only = '', ...others] = projects;
  if (others.length === 0) return only;
  throw new StatusError(
    'FAILED_PRECONDITION',
    `An export contains one project, but there are several (${[...projects].join(', ')}): name one of them.`,
  );
}
