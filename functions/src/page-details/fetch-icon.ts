import {
  fetchPublic,
  type FetcherOptions,
  type ExpectedContent,
} from '#functions/page-details/fetch-public.ts';
import { rasterImage } from '#functions/page-details/raster-image.ts';
import type { RasterImage } from '#functions/services/images.ts';

const MAX_BYTES = 100 * 1024;
const MAX_TRIES = 3;
/** Accepts any content type, because the bytes tell the type. One byte over the limit detects an icon that is too large. */
const ICON: ExpectedContent = {
  accept: 'image/png,image/webp,image/*;q=0.8',
  type: /^/,
  maxBytes: MAX_BYTES + 1,
};

export interface FetchedIcon {
  readonly url: string;
  readonly image: RasterImage;
}

/** Returns the first usable icon, or null. Never throws, because a page needs no icon. */
export async function fetchIcon(
  icons: readonly string[],
  options: FetcherOptions,
): Promise<FetchedIcon | null> {
  for (const url of icons.slice(0, MAX_TRIES)) {
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
