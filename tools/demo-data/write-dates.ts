import {
  favoritePath,
  folderLinkPath,
  folderPath,
  linkPath,
  userPath,
} from '@foldmark/contract/firestore-paths';

import { PROJECT_ID } from '#tools/suite/places.ts';
import type { Suite } from '#tools/suite/suite.ts';

import type { CreatedLibrary } from './create-library.ts';
import { post } from './post.ts';

const UID = 'demo';
const DATABASE = `projects/${PROJECT_ID}/databases/(default)/documents`;
/** Less than the 500 writes that Firestore allows in a commit. */
const BATCH = 400;

type FieldValue = { timestampValue: string } | { stringValue: string };
type Fields = Readonly<Record<string, FieldValue>>;

/** Changes some fields of an existing document. */
interface Write {
  readonly update: { readonly name: string; readonly fields: Fields };
  readonly updateMask: { readonly fieldPaths: readonly string[] };
  readonly currentDocument: { readonly exists: true };
}

/** Writes the dates of each document, and the favicon that the page-details job would have stored for each link. */
export async function writeDates({ firestoreHost }: Suite, library: CreatedLibrary): Promise<void> {
  const writes = [
    change(userPath(UID), dated(library.openedAt)),
    ...library.folders.flatMap(writesOfFolder),
    ...library.links.flatMap(writesOfLink),
  ];
  for (let from = 0; from < writes.length; from += BATCH) {
    await post(
      `http://${firestoreHost}/v1/${DATABASE}:commit`,
      { writes: writes.slice(from, from + BATCH) },
      { Authorization: 'Bearer owner' },
    );
  }
}

function writesOfFolder({ folder_id, favorite, addedAt }: CreatedLibrary['folders'][number]): Write[] {
  return [
    change(folderPath(UID, folder_id), dated(addedAt)),
    ...(favorite ? [change(favoritePath(UID, 'folder', folder_id), updated(addedAt))] : []),
  ];
}

function writesOfLink(link: CreatedLibrary['links'][number]): Write[] {
  const { link_id, folder_ids, favorite, addedAt, faviconKey } = link;
  return [
    change(linkPath(UID, link_id), {
      ...dated(addedAt),
      favicon_key: { stringValue: faviconKey },
      // With a network, the page-details job may have found the real site's favicon.
      favicon_url: { stringValue: '' },
    }),
    ...folder_ids.map((folderId) => change(folderLinkPath(UID, folderId, link_id), updated(addedAt))),
    ...(favorite ? [change(favoritePath(UID, 'link', link_id), updated(addedAt))] : []),
  ];
}

function change(path: string, fields: Fields): Write {
  return {
    update: { name: `${DATABASE}/${path}`, fields },
    updateMask: { fieldPaths: Object.keys(fields) },
    currentDocument: { exists: true },
  };
}

function dated(at: Date): Fields {
  return { created_at: { timestampValue: at.toISOString() }, ...updated(at) };
}

function updated(at: Date): Fields {
  return { updated_at: { timestampValue: at.toISOString() } };
}
