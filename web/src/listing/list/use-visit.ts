import { useCallback, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Names a visit of a list. */
export type Visit = string;

/**
 * All lists share one component, so that the rows of one become the rows of the next. What belongs to a visit starts again when
 * another history entry or another list shows. A list that only gets another address, such as a new folder that gets its
 * id, stays the same visit.
 */
export function useVisit(list: string): Visit {
  const { key: entry } = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const [shown, setShown] = useState({ entry, list, visit: `${entry} ${list}` });
  if (shown.entry === entry && shown.list === list) return shown.visit;
  const visit = isReplaced && shown.list === list ? shown.visit : `${entry} ${list}`;
  setShown({ entry, list, visit });
  return visit;
}

/** State of a visit, from `first` on, and the function that changes it. */
export function useVisitState<T>(
  visit: Visit,
  first: () => T,
): readonly [T, (change: (before: T) => T) => void] {
  const [stored, setStored] = useState(() => ({ visit, value: first() }));
  let state = stored;
  if (state.visit !== visit) {
    state = { visit, value: first() };
    setStored(state);
  }
  const update = useCallback((change: (before: T) => T) => {
    setStored((before) => {
      const value = change(before.value);
      return Object.is(value, before.value) ? before : { ...before, value };
    });
  }, []);
  return [state.value, update];
}
