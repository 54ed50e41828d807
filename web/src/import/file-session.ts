import type { ImportPart } from '@foldmark/contract/imports';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import type { FileCalls, FileRequest } from './file-calls.ts';
import { previewOf } from './file-preview.ts';
import { FileTree } from './file-tree.ts';
import { ImportFolders, importParts } from './import-parts.ts';
import { KnownLinks } from './known-links.ts';
import type { LibraryFile, RefusedFile } from '@foldmark/library/files/library-file';
import { skippedList } from './skipped-list.ts';
import { storeImport } from './store-import.ts';

/** Above the reader's limit, so that a huge file is refused before all of it is in memory. */
const BYTES_MAX = 256 * 1024 * 1024;

type Answers = {
  readonly [K in keyof FileCalls]: (
    input: FileCalls[K]['input'],
  ) => FileCalls[K]['answer'] | Promise<FileCalls[K]['answer']>;
};

type Read = (bytes: Uint8Array) => LibraryFile | RefusedFile | Promise<LibraryFile | RefusedFile>;

/** Holds the content of a file, and answers the calls of the page. */
export function createFileSession(read: Read) {
  let open: { readonly file: LibraryFile; readonly tree: FileTree; known: KnownLinks } | null = null;
  const opened = () => {
    if (open === null) throw new Error('No file is open.');
    return open;
  };
  const answers: Answers = {
    read: async (blob) => {
      open = null;
      const file = await read(new Uint8Array(await blob.slice(0, BYTES_MAX).arrayBuffer()));
      if ('refused' in file) return file;
      const tree = new FileTree(file);
      open = { file, tree, known: new KnownLinks(file.links) };
      return previewOf(file, tree.size);
    },
    known: ({ urls, areTrashed, isFirst }) => {
      const here = opened();
      if (isFirst) here.known = new KnownLinks(here.file.links);
      here.known.add(urls, areTrashed);
      return here.known.counts();
    },
    toggle: (folder) => opened().tree.toggle(folder),
    rows: ({ from, to }) => opened().tree.rows(from, to),
    skipped: ({ from, to }) => opened().file.skipped.slice(from, to),
    skippedList: () => skippedList(opened().file.skipped),
    parts: (plan) => [...partsOf(opened().file, plan)],
    store: async (plan) => {
      const { file } = opened();
      const { skipped, merged, told } = file;
      await storeImport({ plan, skipped: skipped.length, merged, told, parts: partsOf(file, plan) });
      return null;
    },
  };
  return async <K extends keyof FileCalls>({
    kind,
    input,
  }: FileRequest<K>): Promise<FileCalls[K]['answer']> => answers[kind](input);
}

function partsOf(
  file: LibraryFile,
  { target_folder_id, tagsAsFolders }: FileCalls['parts']['input'],
): Iterable<ImportPart> {
  const hasTarget = target_folder_id !== ROOT_FOLDER_ID;
  return importParts(file, new ImportFolders(file, { tagsAsFolders, hasTarget }));
}
