import { useEffect, useState } from 'react';

import type { Range } from '#web/listing/list/row-layout.ts';

interface Rows<T> {
  readonly from: number;
  readonly rows: readonly T[];
}

/** Also fetches rows beyond the visible ones, so that scrolling shows few gaps. */
const AHEAD = 40;

/**
 * The rows of a virtual list whose data a worker holds. `fetchRows` must be a new function when the rows have changed. Until new
 * rows arrive, the earlier ones stay.
 */
export function useWorkerRows<T>(
  { start, end }: Range,
  fetchRows: (from: number, to: number) => Promise<readonly T[]>,
): (index: number) => T | undefined {
  const [{ from, rows }, setRows] = useState<Rows<T>>({ from: 0, rows: [] });
  useEffect(() => {
    let isOver = false;
    const first = Math.max(0, start - AHEAD);
    fetchRows(first, end + AHEAD).then(
      (fetched) => {
        if (!isOver) setRows({ from: first, rows: fetched });
      },
      // The worker has ended, for example because another file was chosen.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [start, end, fetchRows]);
  return (index) => rows[index - from];
}
