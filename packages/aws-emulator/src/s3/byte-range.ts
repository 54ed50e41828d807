export interface ByteRange {
  readonly start: number;
  /** The index after the last byte. */
  readonly end: number;
}

const RANGE = /^bytes=(?<first>\d*)-(?<last>\d*)$/u;

/**
 * Parses a Range header. Null if the server should ignore it (RFC 9110 allows this for unknown forms, and S3 ignores multiple
 * ranges). 'unsatisfiable' if the range starts after the end.
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
