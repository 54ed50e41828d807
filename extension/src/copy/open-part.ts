import { chunkOf } from '@foldmark/contract/library-chunks';

import type { Gesture } from '#extension/copy/gesture.ts';
import { LibraryPart } from '#extension/copy/library-part.ts';
import { candidates, type Read, readCopied, readFolders, some } from '#extension/copy/read-copy.ts';
import type { Environment } from '#extension/platform/environment.ts';

interface PartOptions {
  /** The links that may have this url. */
  readonly url?: string;
  /** Links by id. */
  readonly links?: readonly number[];
}

/** The folders, and the links that may have a url, or that a gesture is about. Fast, for one page. */
export async function openPart(
  { url, links = [] }: PartOptions,
  env: Environment,
): Promise<Read<LibraryPart>> {
  return readCopied(
    env,
    async (records, generation, gestures) => {
      const found = url === undefined ? [] : await candidates(records, generation, url);
      // Undoing an edit of a url can bring a link back to this page.
      const edited = gestures.flatMap(({ edits }) => edits).flatMap(linkWithUrl);
      const chunks = new Set([...found, ...links, ...edited].map((id) => chunkOf(String(id))));
      const texts = [...(await readFolders(records, generation))];
      for (const collection of ['links', 'folder_links'] as const)
        texts.push({ collection, texts: await some(records, generation, collection, [...chunks]) });
      return texts;
    },
    (texts, shown) => new LibraryPart(texts, shown),
  );
}

function linkWithUrl(edit: Gesture['edits'][number]): readonly number[] {
  if (edit.table !== 'links' || edit.key.link_id < 0) return [];
  return edit.before !== null && edit.before.url !== undefined ? [edit.key.link_id] : [];
}
