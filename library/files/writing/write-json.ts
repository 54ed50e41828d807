import type { Values } from '#library/entities/derive.ts';
import type { Fields } from '#library/entities/field.ts';
import { FOLDER_DETAILS } from '#library/entities/folder.ts';
import { LINK_DETAILS } from '#library/entities/link.ts';

import { OWN_VERSION } from '#library/files/reading/json/own-json.ts';

import type { Arranged, ArrangedFolder, ArrangedLink } from './arrange.ts';

/** Our own format: lossless, with one entry per line. It omits empty fields, database ids and the time of the export. */
export function writeJson({ folders, links }: Arranged): string {
  return `{
"foldmark": ${OWN_VERSION},
"folders": [${lines(folders.map(folderEntry))}
],
"links": [${lines(links.map(linkEntry))}
]
}
`;
}

function lines(entries: readonly object[]): string {
  return entries.map((entry) => `\n${JSON.stringify(entry)}`).join(',');
}

function folderEntry(folder: ArrangedFolder, index: number): object {
  const { name, parent, favorite, trashed } = folder;
  return {
    id: index + 1,
    parent: parent + 1,
    name,
    ...written(FOLDER_DETAILS, folder),
    ...flags(favorite, trashed),
  };
}

function linkEntry(link: ArrangedLink): object {
  const { url, name, description, createdAt, folders, favorite, trashed, distinctFrom } = link;
  return {
    url,
    name,
    ...written(LINK_DETAILS, link),
    ...(description === '' ? {} : { description }),
    created_at: new Date(createdAt).toISOString(),
    ...(folders.length === 0 ? {} : { folders: folders.map((position) => position + 1) }),
    ...flags(favorite, trashed),
    ...(distinctFrom.length === 0 ? {} : { distinct_from: distinctFrom.map((position) => position + 1) }),
  };
}

/** The values that differ from those of a new record. */
function written<T extends Fields>(fields: T, values: Values<T>): object {
  const found: Record<string, unknown> = {};
  for (const name in fields) if (values[name] !== fields[name]?.missing) found[name] = values[name];
  return found;
}

function flags(favorite: boolean, trashed: boolean): object {
  return { ...(favorite ? { favorite } : {}), ...(trashed ? { trashed } : {}) };
}
