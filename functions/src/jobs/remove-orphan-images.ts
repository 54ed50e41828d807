import { deleteImages } from '#functions/jobs/delete-images.ts';
import type { Job } from '#functions/jobs/job.ts';
import { chunksOf } from '#functions/store/chunks.ts';
import type { ImageDeletions } from '#functions/store/image-deletions.ts';
import type { ImageFolder, StoredImage } from '#functions/services/images.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FOLDERS: readonly ImageFolder[] = ['links', 'folders', 'favicons', 'pictures'];
/** A run checks images up to this age, so that it finds an orphan even if the job fails on some nights. */
const RECENT_DAYS = 3;
/** On this day of the month a run checks all images. */
const FULL_CHECK_DAY = 1;
const BATCH_SIZE = 20;

/**
 * Deletes images that are older than a day and that no document references, such as uploads that no link ever used. Images that
 * an undo can bring back stay.
 */
export const removeOrphanImages: Job = async (services) => {
  const store = await services.imageStore();
  if (store === null) return { images: 0, removed: 0 };
  const deletions = await services.imageDeletions();
  const now = services.now();
  const isDue = ({ modified }: StoredImage): boolean => {
    const days = (now.getTime() - modified.getTime()) / DAY_MS;
    return days > 1 && (days < RECENT_DAYS || now.getUTCDate() === FULL_CHECK_DAY);
  };
  const orphans: string[] = [];
  let images = 0;
  for (const folder of FOLDERS) {
    for await (const page of store.list(folder)) {
      const due = page.filter(isDue).map(({ key }) => key);
      images += due.length;
      orphans.push(...(await unused(due, deletions)));
    }
  }
  // One account can upload many unused images. Only an operator can distinguish that from lost documents.
  if (orphans.length > Math.max(services.orphanImagesMax(), images / 2)) {
    throw new Error(
      `No document references ${orphans.length} of ${images} images. Nothing was removed: were the documents lost? ` +
        'If not, see "Images without a document" in deploy/README.md.',
    );
  }
  for (const some of chunksOf(orphans, BATCH_SIZE)) {
    await deleteImages(await Promise.all(some.map(async (key) => deletions.request(key))), services);
  }
  return { images, removed: orphans.length };
};

async function unused(
  keys: readonly string[],
  deletions: Pick<ImageDeletions, 'isInUse'>,
): Promise<string[]> {
  const found: string[] = [];
  for (const some of chunksOf(keys, BATCH_SIZE)) {
    const inUse = await Promise.all(some.map(async (key) => deletions.isInUse(key)));
    found.push(...some.filter((_, index) => inUse[index] === false));
  }
  return found;
}
