import { duplicateIndexOf } from '@foldmark/library/duplicates/duplicate-index';
import type { SavedUrl } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

/** Takes a few milliseconds, so that the page stays responsive. */
const COUNT_PER_STEP = 1000;

interface SplitUrls {
  readonly fresh: readonly string[];
  readonly saved: readonly SavedUrl[];
}

/** Splits urls into those that the library lacks and those that it has, active or in the trash. Ignores the links `except`. */
export async function splitSaved(
  urls: readonly string[],
  library: Library,
  except: readonly Key[] = [],
): Promise<SplitUrls> {
  const index = duplicateIndexOf(library);
  for (
    let next: number | null = index.isReady ? null : 0;
    next !== null;
    next = index.prepare(next, COUNT_PER_STEP)
  )
    await nextTask();
  const [fresh, saved]: [string[], SavedUrl[]] = [[], []];
  for (const [count, url] of urls.entries()) {
    if (count > 0 && count % COUNT_PER_STEP === 0) await nextTask();
    const first = index.find(url).find(({ link }) => !except.includes(link));
    if (first === undefined) fresh.push(url);
    else saved.push({ url, ...first });
  }
  return { fresh, saved };
}

async function nextTask(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}
