import { fetchPublic, type FetcherOptions, type Wanted } from '#functions/page-details/fetch-public.ts';
import { rasterImage } from '#functions/page-details/raster-image.ts';
import type { RasterImage } from '#functions/services/images.ts';

const MAX_BYTES = 100 * 1024;
const MOST_TRIES = 3;
/** The type is taken from the bytes. One byte more than an icon may have tells that it is too large. */
const ICON: Wanted = { accept: 'image/png,image/webp,image/*;q=0.8', type: /^/, maxBytes: MAX_BYTES + 1 };

export interface FetchedIcon {
  readonly url: string;
  readonly image: RasterImage;
}

/** The first of the icons that can be had now and is fit to be kept. A page can do without one, so nothing is thrown. */
export async function fetchIcon(
  icons: readonly string[],
  options: FetcherOptions,
): Promise<FetchedIcon | null> {
  for (const url of icons.slice(0, MOST_TRIES)) {
    const image = await imageAt(url, options);
    if (image !== null) return { url, image };
  }
  return null;
}

async function imageAt(url: string, options: FetcherOptions): Promise<RasterImage | null> {
  try {
    const { bytes } = await fetchPublic(url, ICON, options);
    return bytes.byteLength > MAX_BYTES ? null : rasterImage(bytes);
  } catch {
    return null;
  }
}
