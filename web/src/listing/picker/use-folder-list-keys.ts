import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type RefObject,
} from 'react';

import { isComposing } from '#web/ui/focus/is-composing.ts';

import type { ListController } from '../list/list-controller.ts';
import { CREATE, type FolderListState } from './use-folder-list.ts';

/** When the list opens, this many rows show below the first checked folder. */
const ROWS_BELOW = 3;

interface FolderListKeysOptions {
  readonly list: FolderListState;
  readonly controller: ListController;
  /** Whether the field gets the focus when the list opens. */
  readonly isFieldFocused: boolean;
}

interface FolderListKeys {
  readonly fieldRef: RefObject<HTMLInputElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The keys of a list while its field has the focus. The arrows, Page and Home/End move through the list, and Enter picks the
 * active row. Space picks it too after a move, otherwise it types a space. In the same way, Home and End move in a text that was
 * just typed.
 */
export function useFolderListKeys({
  list,
  controller,
  isFieldFocused,
}: FolderListKeysOptions): FolderListKeys {
  const { rows, text, active, current, isMoving } = list;
  const fieldRef = useRef<HTMLInputElement>(null);
  useShownRow(list, controller.show);
  const focusField = useEffectEvent(() => {
    if (isFieldFocused) fieldRef.current?.focus();
  });
  // React's `autoFocus` runs too early for a popover in a dialog: React Aria would take the focus back.
  useEffect(() => {
    focusField();
  }, []);

  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (index >= rows.length && list.newFolder !== null) list.activate(CREATE);
    else if (row !== undefined) list.activate(row.folder);
    fieldRef.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    if (altKey || ctrlKey || metaKey || isComposing(nativeEvent)) return;
    const isInField = target === fieldRef.current;
    const isInText = isInField && text !== '' && !isMoving;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: active === null ? current : current + 1,
      ArrowUp: active === null ? current : current - 1,
      PageDown: current + controller.page,
      PageUp: current - controller.page,
      ...(isInText || shiftKey ? {} : { Home: 0, End: rows.length - 1 }),
    };
    const next = targets[key];
    if (next !== undefined) moveTo(next);
    else if (key === 'Enter' && target instanceof HTMLInputElement) list.pickActive();
    else if (key === ' ' && isInField && isMoving) list.pickActive();
    else {
      // Sends text that the user types on a row to the field.
      if (!isInField && key.length === 1 && key !== ' ') fieldRef.current?.focus();
      return;
    }
    event.preventDefault();
  };

  return { fieldRef, onKeyDown };
}

/** Keeps the active row in view, above the entry that creates a folder. */
function useShownRow(
  { rows, text, current, newFolder }: FolderListState,
  show: (index: number) => void,
): void {
  const isCreatable = newFolder !== null;
  const showStart = useEffectEvent(() => {
    show(Math.min(current + ROWS_BELOW, rows.length - 1));
  });
  useLayoutEffect(() => {
    show(0);
  }, [text, show]);
  useLayoutEffect(() => {
    showStart();
  }, []);
  useLayoutEffect(() => {
    if (isCreatable) show(current + 2);
    show(current);
  }, [text, current, isCreatable, show]);
}
