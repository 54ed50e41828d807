import {
  useEffect,
  useEffectEvent,
  useRef,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react';
import { DragPreview, useDrag, type DragPreviewRenderer } from 'react-aria/useDrag';
import { flushSync } from 'react-dom';

import { useClientState } from '#web/state/client-state.ts';
import type { Dragged } from '#web/state/dragged.ts';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { DragCard } from './drag-card.tsx';
import { dragItems } from './drag-items.ts';
import { usePerformDrop } from './use-perform-drop.ts';
import { watchTouches } from './watch-touches.ts';

interface DragSource {
  /** For the element around the rows. */
  readonly sourceProps: HTMLAttributes<HTMLElement>;
  /** To be rendered in that element. */
  readonly dragParts: ReactNode;
}

/**
 * Lets every row of a list be dragged that is `draggable`: by the mouse, by a finger, and by the keyboard with the DragHandle
 * in it. One for the whole list, since React Aria's hook for each row would be felt when scrolling.
 */
export function useDragSource(
  listRef: RefObject<HTMLElement | null>,
  draggedAt: (row: number) => Dragged | null,
): DragSource {
  const library = useLibrary();
  const client = useClientState();
  const perform = usePerformDrop();
  const preview = useRef<DragPreviewRenderer>(null);
  const started = useRef<Dragged | null>(null);
  const handle = useRef<HTMLElement | null>(null);
  const watching = useRef<AbortController>(null);

  const finish = () => {
    watching.current?.abort();
    const dragged = started.current;
    const target = client.droppedOn.get();
    started.current = null;
    client.dragged.set(null);
    client.droppedOn.set(null);
    if (dragged !== null && target !== null) perform(dragged, target);
    if (handle.current?.isConnected === true) handle.current.focus();
    handle.current = null;
  };

  const { dragProps, dragButtonProps } = useDrag({
    preview,
    hasDragButton: true,
    getItems: () =>
      started.current === null
        ? []
        : dragItems(started.current, (kind, key) => library.tables.keys.idOf(kind, key)),
    getAllowedDropOperations: () => [started.current?.kind === 'link' ? 'copy' : 'move'],
    onDragEnd: finish,
  });

  const startByPointer = ({ isTrusted }: Event) => {
    // Chromium gives up a drag whose surroundings change while it starts.
    setTimeout(() => {
      client.dragged.set(started.current);
    });
    if (!isTrusted) return;
    // The element that is dragged may leave the page during the drag, and `dragend` with it: its row was removed, or the folder
    // that is hovered has opened. Then the drag ends with the drop, or when the pointer moves with no button down. Chromium
    // sends no `pointermove` during a drag; Firefox and WebKit send some, with the button down.
    watching.current = new AbortController();
    const { signal } = watching.current;
    addEventListener('drop', () => setTimeout(finish), { capture: true, signal });
    addEventListener(
      'pointermove',
      ({ buttons }) => {
        if (buttons === 0) finish();
      },
      { signal },
    );
  };

  const startByKeyboard = (target: HTMLElement | null) => {
    started.current = target === null ? null : draggedAt(rowOf(target));
    if (target === null || started.current === null) return;
    handle.current = target;
    // What it can be dropped on has to be there before React Aria looks for it.
    flushSync(() => {
      client.dragged.set(started.current);
    });
    dragButtonProps.onPress?.(keyboardPress(target));
  };

  // The element around the rows isn't draggable itself.
  const { draggable: _, onDragStart, ...others } = dragProps;
  return {
    sourceProps: {
      ...others,
      onDragStart: (event) => {
        started.current = draggedAt(rowOf(event.target));
        if (started.current === null) return;
        onDragStart?.(event);
        startByPointer(event.nativeEvent);
      },
      // A button is pressed when the key goes down. A drag that began then would end when it comes up again.
      onKeyDownCapture: (event) => {
        if (event.key === 'Enter' && handleOf(event.target) !== null) event.preventDefault();
      },
      onKeyUp: (event) => {
        if (event.key === 'Enter') startByKeyboard(handleOf(event.target));
      },
      // By the space key or a screen reader: a mouse can't reach the handle.
      onClick: ({ target }) => {
        startByKeyboard(handleOf(target));
      },
    },
    dragParts: (
      <>
        <DragPreview ref={preview}>
          {() =>
            started.current === null
              ? null
              : { element: <DragCard dragged={started.current} />, x: 16, y: 18 }
          }
        </DragPreview>
        <TouchSource
          listRef={listRef}
          onGone={() => {
            if (started.current !== null) finish();
          }}
        />
      </>
    ),
  };
}

interface TouchSourceProps {
  readonly listRef: RefObject<HTMLElement | null>;
  /** The list has left the page, and nothing of it can end a drag. */
  readonly onGone: () => void;
}

/** There for as long as the list is. */
function TouchSource({ listRef, onGone }: TouchSourceProps) {
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (listRef.current === null) return undefined;
    const unwatch = watchTouches(listRef.current);
    return () => {
      unwatch();
      gone();
    };
  }, [listRef]);
  return null;
}

function rowOf(target: EventTarget): number {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null;
  return Number(row?.dataset['row'] ?? -1);
}

function handleOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-drag-handle]') : null;
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
