import { placeholderName } from '@foldmark/library/entities/link-url';
import * as z from 'zod/mini';

import { LINKS } from '#functions/store/collections.ts';
import type { Library } from '#functions/store/library.ts';
import type { FetcherOptions } from '#functions/page-details/fetch-public.ts';
import { detailsOf, iconOf, type StoredIcon, storeIcon } from '#functions/page-details/page-icon.ts';
import { pictureOf, storePicture } from '#functions/page-details/page-picture.ts';
import type { PageDetails } from '#functions/page-details/read-page.ts';
import type { PageJob, Services } from '#functions/services/services.ts';

const jobSchema = z.object({ uid: z.string().check(z.minLength(1)), link_id: z.int(), url: z.string() });

type Needs = Pick<Services, 'library' | 'log' | 'imageStore' | 'shrinkPicture'>;

/**
 * Reads the page of a link and stores its title, description, icon and picture. Throws if a retry may help; the queue then calls
 * it again.
 */
export async function fillInPageDetails(
  job: unknown,
  services: Needs,
  options: FetcherOptions,
): Promise<void> {
  const page = z.parse(jobSchema, job) satisfies PageJob;
  const details = await detailsOf(page.url, options, services.log);
  if (details !== null) await fillIn(page, details, services, options);
}

/** Stores what the page of a link says. */
export async function fillIn(
  page: PageJob,
  details: PageDetails,
  services: Needs,
  options: FetcherOptions,
): Promise<void> {
  const filling = new Filling(await services.library(page.uid), page, services);
  if (!(await filling.giveTexts(details, options))) return;
  // After the title, which users wait for. A picture takes seconds.
  await filling.givePicture(details, options);
}

/** What became of a write. If an image is being deleted, it needs a copy under a new key. */
type Outcome = 'done' | 'changed' | 'image is being deleted';

/** Gives a link what its page says. */
class Filling {
  readonly #library: Library;
  readonly #job: PageJob;
  readonly #services: Needs;

  constructor(library: Library, job: PageJob, services: Needs) {
    this.#library = library;
    this.#job = job;
    this.#services = services;
  }

  /** Stores title, description and icon. Keeps a name that the user has entered. Returns false if the link has another url. */
  async giveTexts(details: PageDetails, options: FetcherOptions): Promise<boolean> {
    const icon = await iconOf(details.icons, this.#services, options);
    const give = async (isFresh: boolean) =>
      this.#store(details, await storeIcon(icon, isFresh, this.#services, this.#job.uid));
    const outcome = await give(false);
    return (outcome === 'image is being deleted' ? await give(true) : outcome) === 'done';
  }

  async givePicture({ pictures }: PageDetails, options: FetcherOptions): Promise<void> {
    const picture = await pictureOf(pictures, this.#services, options);
    if (picture === null) return;
    const give = async (isFresh: boolean) =>
      this.#storePicture(await storePicture(picture, isFresh, this.#services, this.#job.uid));
    if ((await give(false)) === 'image is being deleted') await give(true);
  }

  async #store(details: PageDetails, stored: StoredIcon | null): Promise<Outcome> {
    const { link_id, url } = this.#job;
    return this.#library.transaction(async (transaction) => {
      const link = await transaction.get(LINKS, { link_id });
      // If the url has changed, another task will read the new page.
      if (link === null || link.url !== url) return 'changed';
      const isNew = stored !== null && stored.key !== link.favicon_key;
      if (isNew && (await transaction.isImageBeingDeleted(stored.key))) return 'image is being deleted';
      const hasPlaceholder = link.name === placeholderName(url) && details.title !== '';
      transaction.change(LINKS, link, {
        ...(hasPlaceholder ? { name: details.title, page_title: details.title } : {}),
        // A page that has lost its description keeps the earlier one.
        ...(details.description === '' ? {} : { description: details.description }),
        // The url is only stored with an icon. Any other url could lead anywhere, and browsers would load it.
        favicon_url: stored?.url ?? '',
        // Without a new icon, keeps the icon of an earlier page of the same site.
        favicon_key: stored?.key ?? link.favicon_key,
      });
      return 'done';
    });
  }

  async #storePicture(picture_s3_key: string | null): Promise<Outcome> {
    if (picture_s3_key === null) return 'done';
    const { link_id, url } = this.#job;
    return this.#library.transaction(async (transaction) => {
      const link = await transaction.get(LINKS, { link_id });
      if (link === null || link.url !== url) return 'changed';
      if (link.picture_s3_key === picture_s3_key) return 'done';
      if (await transaction.isImageBeingDeleted(picture_s3_key)) return 'image is being deleted';
      transaction.change(LINKS, link, { picture_s3_key });
      return 'done';
    });
  }
}
