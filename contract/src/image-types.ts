/** The kinds of image that can be uploaded, and what their files are called; the usual name comes first. */
const EXTENSIONS = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type ImageType = keyof typeof EXTENSIONS;

export const IMAGE_TYPES = Object.keys(EXTENSIONS).filter(isImageType);

/** So many bytes at the beginning tell what a file is. */
export const IMAGE_HEAD_BYTES = 64;

export function isImageType(type: string): type is ImageType {
  return Object.hasOwn(EXTENSIONS, type);
}

/** The one that `name` ends with where it is right for the type, else the usual one; without the dot. */
export function imageExtension(type: ImageType, name = ''): string {
  const [usual, ...others] = EXTENSIONS[type];
  const own = extensionOf(name);
  return others.find((extension) => extension === own) ?? usual;
}

/** What a file of this name says that it is; null where that is no image that can be uploaded. */
export function imageTypeOfName(name: string): ImageType | null {
  const own = extensionOf(name);
  return IMAGE_TYPES.find((type) => EXTENSIONS[type].some((extension) => extension === own)) ?? null;
}

/** What a file is by its first bytes, whatever it is called; null where it is no image that can be uploaded. */
export function imageTypeOfBytes(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'image/webp';
  return mediaBrands(bytes).some((brand) => brand === 'avif' || brand === 'avis') ? 'image/avif' : null;
}

/** What a file of the MPEG family (AVIF, HEIC, but also video) says that it can be read as. */
export function mediaBrands(bytes: Uint8Array): readonly string[] {
  if (!startsWith(bytes, 4, 'ftyp')) return [];
  const head = textOf(bytes.subarray(0, IMAGE_HEAD_BYTES));
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  // A version stands between the first brand and the others.
  const brands = head.slice(8, 12) + head.slice(16, size);
  return brands.match(/.{4}/gs) ?? [];
}

export function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  return textOf(bytes.subarray(at, at + text.length)) === text;
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function extensionOf(name: string): string {
  return /\.(?<extension>[^./\\]+)$/.exec(name)?.groups?.['extension']?.toLowerCase() ?? '';
}
