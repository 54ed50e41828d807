import { replaceControls } from './windows-1252.ts';

/** The size of the beginning of a file in which its encoding is detected. */
const HEAD_BYTES = 4096;
/** Text that claims to be UTF-16 but is readable as ASCII has a wrong claim. Browsers then read it as UTF-8. */
const UTF_16 = /^utf-16/;

/**
 * Decodes a text file. The first of these decides: a byte order mark, zeros that only UTF-16 has, the claim of the markup. The
 * default is UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = markedEncoding(bytes) ?? utf16WithoutMark(bytes);
  if (mark !== null && mark !== 'utf-8') return new TextDecoder(mark).decode(bytes);
  const claimed = mark ?? claimedEncoding(bytes);
  if (claimed === 'utf-8') return decodeUtf8(bytes);
  const text = new TextDecoder(claimed).decode(bytes);
  return claimed === 'windows-1252' ? replaceControls(text) : text;
}

function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** In UTF-16, each ASCII character has a zero beside it. */
function utf16WithoutMark(bytes: Uint8Array): string | null {
  const pairs = Math.min(bytes.length, HEAD_BYTES) >> 1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs; i += 1) {
    if (bytes[2 * i] === 0) even += 1;
    if (bytes[2 * i + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le';
  return even > pairs * 0.4 && odd < pairs * 0.1 ? 'utf-16be' : null;
}

/** The encoding that a META element or an XML declaration claims. */
function claimedEncoding(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)).trimStart();
  if (!start.startsWith('<')) return 'utf-8';
  const [head = ''] = start.replaceAll(/<!--.*?-->/gs, '').split(/<(?:dl|dt|h[1-6]|a|ul|ol|body|opml)\b/i, 1);
  const label =
    /<meta\b[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1] ??
    /^<\?xml\b[^>]*?encoding\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1] ??
    'utf-8';
  try {
    const { encoding } = new TextDecoder(label);
    return UTF_16.test(encoding) ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const { good, bad } = countSequences(bytes);
    if (bad <= good) return new TextDecoder().decode(bytes);
    return replaceControls(new TextDecoder('windows-1252').decode(bytes));
  }
}

/** Counts the valid UTF-8 sequences beyond ASCII, and the invalid bytes and sequences. */
function countSequences(bytes: Uint8Array): { readonly good: number; readonly bad: number } {
  let good = 0;
  let bad = 0;
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i] ?? 0;
    i += 1;
    if (first < 0x80) continue;
    let following =
      first >= 0xc2 && first <= 0xdf
        ? 1
        : first >= 0xe0 && first <= 0xef
          ? 2
          : first >= 0xf0 && first <= 0xf4
            ? 3
            : 0;
    const isLead = following > 0;
    while (following > 0 && ((bytes[i] ?? 0) & 0xc0) === 0x80) {
      i += 1;
      following -= 1;
    }
    if (isLead && following === 0) good += 1;
    else bad += 1;
  }
  return { good, bad };
}
