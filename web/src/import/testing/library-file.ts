import { type FileLink, type LibraryFile, TOP } from '@foldmark/library/files/library-file';

/** A link of a file, at the top level. */
export function fileLink(url: string, fields: Partial<FileLink> = {}): FileLink {
  return { url, title: url, created: null, folders: [TOP], tags: [], note: '', ...fields };
}

export function libraryFile(fields: Partial<LibraryFile>): LibraryFile {
  const { links = [], skipped = [], merged = 0 } = fields;
  return {
    kind: 'test',
    source: 'Test',
    links,
    folders: [],
    skipped,
    told: [],
    entries: links.length + skipped.length + merged,
    merged,
    ...fields,
  };
}
