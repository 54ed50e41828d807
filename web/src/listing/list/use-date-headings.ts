import { useEffect, useMemo, useState } from 'react';

import { useLibrary, useLink } from '#web/hooks/library-hooks.ts';
import type { ListOrder } from '#web/state/list-choices.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { firstWeekday } from '@foldmark/library/search/first-weekday';

import { dateHeadings, type Headings, NO_HEADINGS } from './date-headings.ts';

interface DatedLinks extends ListOrder {
  /** The links that are sorted. */
  readonly links: readonly Key[];
  /** The number of rows above them. */
  readonly above: number;
}

/** The headings of a list that is sorted by a date. */
export function useDateHeadings({ links, above, order, isReversed }: DatedLinks): Headings {
  const library = useLibrary();
  const isByDate = order === 'created' || order === 'edited';
  const today = useToday(isByDate);
  // An edit of the newest link can change its heading without moving it.
  const newest = useLink((isByDate ? links.at(isReversed ? -1 : 0) : undefined) ?? 0);
  return useMemo(() => {
    if (!isByDate || newest === undefined) return NO_HEADINGS;
    const dateAt = (row: number): number => {
      const link = library.link(links[row] ?? 0);
      return (order === 'edited' ? link?.updated_at : link?.created_at) ?? 0;
    };
    return dateHeadings({
      count: links.length,
      dateAt,
      isReversed,
      now: new Date(today),
      firstWeekday: firstWeekday(),
      above,
    });
  }, [library, links, above, order, isReversed, isByDate, today, newest]);
}

const HOUR_MS = 3_600_000;

/** The start of the day, in milliseconds. Renders when the next day begins. */
function useToday(isUsed: boolean): number {
  const [today, setToday] = useState(startOfDay);
  useEffect(() => {
    if (!isUsed) return undefined;
    let stop: () => void;
    // Asks once an hour, because the timer of a sleeping computer is late.
    const check = () => {
      setToday(startOfDay());
      stop = SYSTEM_TIMERS.after(HOUR_MS - (SYSTEM_TIMERS.now() % HOUR_MS), check);
    };
    check();
    return () => {
      stop();
    };
  }, [isUsed]);
  return today;
}

function startOfDay(): number {
  return new Date(SYSTEM_TIMERS.now()).setHours(0, 0, 0, 0);
}
