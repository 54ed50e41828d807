import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react';
import { DragPreview, useDrag, type DragPreviewRenderer } from 'react-aria/useDrag';
import { createPortal, flushSync } from 'react-dom';

import { useClientState } from '#web/state/client-state.ts';
import type { Dragged } from '#web/state/dragged.ts';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { PAGE_TITLE_ID } from '#web/ui/pages/page-title.ts';
import { currentRowIn } from '../list/row-of.ts';
import { DragCard } from './drag-card.tsx';
import styles from './drag.module.css';
import { dragItems } from './drag-items.ts';
import { usePerformDrop } from './use-perform-drop.ts';
import { watchTouches } from './watch-touches.ts';

interface DragSource {
  /** Props for the element around the rows. */
  readonly sourceProps: HTMLAttributes<HTMLElement>;
  /** Elements to render inside the element with `sourceProps`. */
  readonly dragParts: ReactNode;
}

/**
 * Makes every `draggable` row of a list a drag source: for the mouse, for a finger, and for the keyboard through the row's
 * DragHandle. The whole list shares one useDrag(), because one for each row would slow down scrolling.
 */
export function useDragSource(
  listRef: RefObject<HTMLElement | null>,
  draggedAt: (row: number) => Dragged | null,
): DragSource {
  const library = useLibrary();
  const preview = useRef<DragPreviewRenderer>(null);
  const { current, setCurrent, isByKeyboard, startByPointer, startByKeyboard, finish } =
    useCurrentDrag(listRef);

  const { dragProps, dragButtonProps } = useDrag({
    preview,
    hasDragButton: true,
    getItems: () => {
      const dragged = current();
      return dragged === null ? [] : dragItems(dragged, (kind, key) => library.tables.keys.idOf(kind, key));
    },
    getAllowedDropOperations: () => {
      const dragged = current();
      if (dragged?.kind !== 'link') return ['move'];
      return (dragged.from ?? null) === null ? ['copy'] : ['copy', 'move'];
    },
    onDragEnd: finish,
  });

  const pressHandle = (handle: HTMLElement | null) => {
    const dragged = handle === null ? null : draggedAt(rowOf(handle));
    setCurrent(dragged);
    if (handle === null || dragged === null) return;
    startByKeyboard(handle);
    dragButtonProps.onPress?.(keyboardPress(handle));
    focusFirstFolder();
  };

  // The element around the rows must not be draggable itself.
  const { draggable: _, onDragStart, ...others } = dragProps;
  return {
    sourceProps: {
      ...others,
      onDragStart: (event) => {
        const dragged = draggedAt(rowOf(event.target));
        setCurrent(dragged);
        if (dragged === null) return;
        onDragStart?.(event);
        startByPointer(event.nativeEvent);
      },
      // Enter clicks a button on keydown. A drag that starts on keydown would end on the following keyup.
      onKeyDownCapture: (event) => {
        if (event.key === 'Enter' && handleOf(event.target) !== null) event.preventDefault();
      },
      onKeyUp: (event) => {
        if (event.key === 'Enter') pressHandle(handleOf(event.target));
      },
      // Such a click comes from the space key or a screen reader, because the mouse can't reach the handle.
      onClick: ({ target }) => {
        pressHandle(handleOf(target));
      },
    },
    dragParts: (
      <DragParts
        preview={preview}
        current={current}
        isByKeyboard={isByKeyboard}
        listRef={listRef}
        onFinish={finish}
      />
    ),
  };
}

interface CurrentDrag {
  /** The dragged items; null while nothing is dragged. */
  readonly current: () => Dragged | null;
  readonly setCurrent: (dragged: Dragged | null) => void;
  readonly isByKeyboard: boolean;
  readonly startByPointer: (event: Event) => void;
  readonly startByKeyboard: (handle: HTMLElement) => void;
  /** Performs the drop, if there was one, and ends the drag. */
  readonly finish: () => void;
}

/** Holds the state of the drag from start to end. Shows the drop targets during the drag. */
function useCurrentDrag(listRef: RefObject<HTMLElement | null>): CurrentDrag {
  const client = useClientState();
  const perform = usePerformDrop();
  const dragged = useRef<Dragged | null>(null);
  const handleRef = useRef<HTMLElement | null>(null);
  const [isByKeyboard, setByKeyboard] = useState(false);
  const lostEnd = useRef<AbortController>(null);

  const finish = () => {
    lostEnd.current?.abort();
    const finished = dragged.current;
    const drop = client.drop.get();
    dragged.current = null;
    client.dragged.set(null);
    client.drop.set(null);
    endHoverAtMove();
    if (finished !== null && drop !== null) perform(finished, drop);
    const handle = handleRef.current;
    // The dragged row may be gone.
    const next = handle?.isConnected === true ? handle : currentRowIn(listRef.current);
    if (handle !== null) next?.focus();
    handleRef.current = null;
    setByKeyboard(false);
    showTitle(false);
  };

  return {
    current: () => dragged.current,
    setCurrent: (next) => {
      dragged.current = next;
    },
    isByKeyboard,
    startByPointer: ({ isTrusted }) => {
      // Chromium cancels a drag if the DOM around its source changes during `dragstart`.
      setTimeout(() => {
        client.dragged.set(dragged.current);
      });
      if (isTrusted) lostEnd.current = watchLostEnd(finish);
    },
    startByKeyboard: (handle) => {
      handleRef.current = handle;
      showTitle(true);
      // React Aria collects the drop targets right after this, so they must be in the DOM already.
      flushSync(() => {
        setByKeyboard(true);
        client.dragged.set(dragged.current);
      });
    },
    finish,
  };
}

/**
 * During a keyboard drag, React Aria hides everything except the drop targets from screen readers. This keeps the page title
 * visible to them.
 */
function showTitle(isDragging: boolean): void {
  document.getElementById(PAGE_TITLE_ID)?.toggleAttribute('data-react-aria-top-layer', isDragging);
}

/**
 * Ends a pointer drag whose `dragend` event is lost, because the dragged element left the page during the drag. The drop, or a
 * pointer move without a pressed button, then ends the drag. During a drag Chromium sends no `pointermove`; Firefox and WebKit
 * send some, with the button pressed.
 */
function watchLostEnd(finish: () => void): AbortController {
  const watching = new AbortController();
  const { signal } = watching;
  addEventListener('drop', () => setTimeout(finish), { capture: true, signal });
  addEventListener(
    'pointermove',
    ({ buttons }) => {
      if (buttons === 0) finish();
    },
    { signal },
  );
  return watching;
}

/**
 * Reinserts a row that is stuck in `:hover`. In WebKit, a row that a drag has passed keeps `:hover` after the drag, wherever the
 * mouse moves. In other browsers no row is stuck.
 */
function endHoverAtMove(): void {
  addEventListener(
    'pointermove',
    ({ target }) => {
      for (const row of document.querySelectorAll('[data-row]:hover')) {
        if (target instanceof Node && row.contains(target)) continue;
        const { activeElement } = document;
        row.replaceWith(row);
        if (activeElement instanceof HTMLElement && row.contains(activeElement))
          activeElement.focus({ preventScroll: true });
      }
    },
    { once: true },
  );
}

interface DragPartsProps {
  readonly preview: RefObject<DragPreviewRenderer | null>;
  readonly current: () => Dragged | null;
  readonly isByKeyboard: boolean;
  readonly listRef: RefObject<HTMLElement | null>;
  readonly onFinish: () => void;
}

/** The drag preview, the hint of a drag by keyboard, and the touch listeners of the list. */
function DragParts({ preview, current, isByKeyboard, listRef, onFinish }: DragPartsProps) {
  const finishOnUnmount = useEffectEvent(() => {
    if (current() !== null) onFinish();
  });
  useEffect(() => {
    if (listRef.current === null) return undefined;
    const unwatch = watchTouches(listRef.current);
    return () => {
      unwatch();
      // Without the list, no event could end the drag.
      finishOnUnmount();
    };
  }, [listRef]);
  return (
    <>
      <DragPreview ref={preview}>
        {() => {
          const dragged = current();
          return dragged === null ? null : { element: <DragCard dragged={dragged} />, x: 16, y: 18 };
        }}
      </DragPreview>
      {/* React Aria announces the same hint to screen readers. */}
      {isByKeyboard
        ? createPortal(
            <p className={styles.hint} aria-hidden="true">
              <kbd>Tab</kbd> next folder <kbd>Enter</kbd> drop <kbd>Esc</kbd> cancel
            </p>,
            document.body,
          )
        : null}
    </>
  );
}

function rowOf(target: EventTarget): number {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null;
  return Number(row?.dataset['row'] ?? -1);
}

function handleOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-drag-handle]') : null;
}

/** In the next frame, React Aria focuses the drop target that is nearest on the screen. Users expect the first folder. */
function focusFirstFolder(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('[role=treegrid] [data-takes-drop=true]')?.focus();
  });
}

function keyboardPress(target: HTMLElement) {
  return {
    type: 'press',
    pointerType: 'keyboard',
    target,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    x: 0,
    y: 0,
    continuePropagation: () => undefined,
  } as const;
}
