import { deleteImages } from '#functions/jobs/delete-images.ts';
import type { Job } from '#functions/jobs/job.ts';
import type { ImageDeletions } from '#functions/library/library.ts';
import type { ImageFolder, StoredImage } from '#functions/services/images.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FOLDERS: readonly ImageFolder[] = ['links', 'folders', 'favicons'];
/** An orphan of yesterday is found today; the days after bridge a night in which the job failed. */
const YOUNG_DAYS = 3;
/** On the first of a month all are looked at. */
const FULL_DAY = 1;
const AT_ONCE = 20;
/** More orphans than this, and than half of the images, mean that documents were lost. A person has to look at that. */
const MOST_ORPHANS = 100;

/** Deletes what was uploaded more than a day ago and is named by no document: uploads that were never given to a link. */
export const removeOrphanImages: Job = async (services) => {
  const store = await services.imageStore();
  if (store === null) return { images: 0, removed: 0 };
  const deletions = await services.imageDeletions();
  const now = services.now();
  const isDue = ({ modified }: StoredImage): boolean => {
    const days = (now.getTime() - modified.getTime()) / DAY_MS;
    return days > 1 && (days < YOUNG_DAYS || now.getUTCDate() === FULL_DAY);
  };
  const orphans: string[] = [];
  let images = 0;
  for (const folder of FOLDERS) {
    for await (const page of store.list(folder)) {
      const due = page.filter(isDue).map(({ key }) => key);
      images += due.length;
      orphans.push(...(await unnamed(due, deletions)));
    }
  }
  if (orphans.length > Math.max(MOST_ORPHANS, images / 2)) {
    throw new Error(
      `No document names ${orphans.length} of ${images} images. Nothing was removed: were the documents lost?`,
    );
  }
  for (let from = 0; from < orphans.length; from += AT_ONCE) {
    const some = orphans.slice(from, from + AT_ONCE);
    await deleteImages(await Promise.all(some.map(async (key) => deletions.request(key))), services);
  }
  return { images, removed: orphans.length };
};

async function unnamed(keys: readonly string[], deletions: ImageDeletions): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    const named = await Promise.all(some.map(async (key) => deletions.isReferenced(key)));
    found.push(...some.filter((_, index) => named[index] === false));
  }
  return found;
}
