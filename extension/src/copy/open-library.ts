import { readChunk } from '@foldmark/contract/library-chunks';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { Library } from '@foldmark/library/memory/library';

import type { Gesture } from '#extension/copy/gesture.ts';
import { all, type ChunkTexts, readCopied, readFolders } from '#extension/copy/read-copy.ts';
import { showGestures } from '#extension/copy/show-gestures.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';

/** The library of the copy with the waiting gestures on top. Empty if the browser isn't connected. */
export async function openLibrary(env: Environment = BROWSER): Promise<Library> {
  const { built } = await readCopied(
    env,
    async (records, generation) => {
      const texts: ChunkTexts[] = [];
      for (const collection of LIBRARY_COLLECTIONS)
        texts.push({ collection, texts: await all(records, generation, collection) });
      return texts;
    },
    libraryOf,
  );
  return built;
}

/** The library without its links: fast, for a choice of folders. */
export async function openFolders(env: Environment = BROWSER): Promise<Library> {
  const { built } = await readCopied(env, readFolders, libraryOf);
  return built;
}

function libraryOf(texts: readonly ChunkTexts[], shown: readonly Gesture[]): Library {
  const library = new Library();
  library.batch(() => {
    for (const one of texts) receive(library, one);
  });
  showGestures(library, shown);
  return library;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- C ties the texts to their collection
function receive<C extends LibraryCollection>(
  library: Library,
  { collection, texts }: { readonly collection: C; readonly texts: readonly string[] },
): void {
  for (const text of texts) library.receive(collection, readChunk(collection, text));
}
