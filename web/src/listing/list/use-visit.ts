import { useCallback, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Identifies a visit of a list. */
export type Visit = string;

/**
 * All lists share one component, so that the rows of one list become the rows of the next. State of a visit is reset when another
 * history entry or another list shows. A new id of the same list, such as that of a new folder, does not start a new visit.
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

/** State of a visit, with `first` as its initial value, and its setter. */
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
