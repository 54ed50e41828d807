export interface ByteRange {
  readonly start: number;
  /** The first byte that is not part of it. */
  readonly end: number;
}

const RANGE = /^bytes=(?<first>\d*)-(?<last>\d*)$/u;

/**
 * The one range of a Range header: null where there is none to honour (RFC 9110 lets a server ignore what it can't
 * read, and S3 ignores several at once), 'unsatisfiable' where it lies behind the end.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const { first = '', last = '' } = RANGE.exec(header ?? '')?.groups ?? {};
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
