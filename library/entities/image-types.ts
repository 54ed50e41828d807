/** The image types that can be uploaded, with their file extensions. The preferred extension comes first. */
const EXTENSIONS = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type ImageType = keyof typeof EXTENSIONS;

export const IMAGE_TYPES = Object.keys(EXTENSIONS).filter(isImageType);

/** The number of bytes from the start of a file that identify its type. */
export const IMAGE_HEAD_BYTES = 64;

export function isImageType(type: string): type is ImageType {
  return Object.hasOwn(EXTENSIONS, type);
}

/** Returns the extension of `name` if it fits the type, else the preferred one. Without a dot. */
export function imageExtension(type: ImageType, name = ''): string {
  const [preferred, ...others] = EXTENSIONS[type];
  const own = extensionOf(name);
  return others.find((extension) => extension === own) ?? preferred;
}

/** Returns the image type by the file extension, or null if it cannot be uploaded. */
export function imageTypeOfName(name: string): ImageType | null {
  const own = extensionOf(name);
  return IMAGE_TYPES.find((type) => EXTENSIONS[type].some((extension) => extension === own)) ?? null;
}

/** Returns the image type by the first bytes, or null if it cannot be uploaded. */
export function imageTypeOfBytes(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'image/webp';
  return mediaBrands(bytes).some((brand) => brand === 'avif' || brand === 'avis') ? 'image/avif' : null;
}

/** Returns the brands in the header of an ISO media file, such as AVIF, HEIC or a video. */
export function mediaBrands(bytes: Uint8Array): readonly string[] {
  if (!startsWith(bytes, 4, 'ftyp')) return [];
  const head = textOf(bytes.subarray(0, IMAGE_HEAD_BYTES));
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  // The first brand is followed by a version, then by the other brands.
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
