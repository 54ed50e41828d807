const BYTE_ORDER_MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
];
/** By the HTML standard, a page declares its charset within these first bytes. */
const PRESCAN_BYTES = 1024;

/** Decodes a page by its byte order mark, its content type or its meta element, or else as UTF-8. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const candidates = [markOf(bytes), declaredIn(contentType), declaredIn(metaOf(bytes)), 'utf-8'];
  for (const charset of candidates) {
    const decoder = charset === undefined ? undefined : decoderFor(charset);
    if (decoder !== undefined) return decoder.decode(bytes);
  }
  return '';
}

function markOf(page: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, index) => page[index] === byte))?.charset;
}

function metaOf(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1');
  return /<meta\b[^>]*charset\s*=[^>]*/i.exec(beginning)?.[0] ?? '';
}

function declaredIn(text: string): string | undefined {
  // Two adjacent `\s*` would take quadratic time for a header full of spaces.
  return /charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(text)?.[1];
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
