import { focusMenuButton } from '#web/ui/focus/focus-menu-button.ts';
import { afterOverlay } from '#web/ui/focus/after-overlay.ts';
import { useEffect, useLayoutEffect, useState, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Group, type Layout, Panel, Separator, useGroupRef } from 'react-resizable-panels';
import { useLocation } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { type Preview, ROOM_FOR_PREVIEW } from '#web/state/preview.ts';
import { useStore } from '#web/state/use-store.ts';
import { classNames } from '#web/ui/style/class-names.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';
import { listen } from '#web/ui/browser/listen.ts';

import { listAt } from '../routes/list-route.tsx';
import styles from './frame.module.css';
import { PreviewRail } from './lazy-preview.ts';
import { LeftRail } from './left-rail.tsx';
import { railWidthsSaver, resized, resizeStep, savedRailWidths, showRailWidth } from './rail-layout.ts';
import { RailDrawer } from './lazy-rail-drawer.tsx';

const LEFT = 'left-rail';
const MAIN = 'main';
const RIGHT = 'right-rail';
const RAIL_MIN_PX = 200;
const MAIN_MIN_PX = 360;
/** If the user makes it narrower, the preview closes. */
const PREVIEW_MIN_PERCENT = 12;
const RESIZE_HIT_AREA_COARSE_PX = 15;
const RESIZE_HIT_AREA_FINE_PX = 5;

/** A disabled separator is not focusable by itself. */
function makeFocusable(separator: HTMLDivElement | null): void {
  if (separator !== null) separator.tabIndex = 0;
}

interface FrameProps {
  readonly children: ReactNode;
  readonly railOpen: boolean;
  readonly onRailOpen: (open: boolean) => void;
}

/**
 * The left rail beside the main area, or in a drawer if the window is narrow. The right rail is empty, unless it shows the details
 * of a link. The main area is the same element in both, so that a form keeps what was typed when the phone is turned.
 */
export function Frame({ children, railOpen, onRailOpen }: FrameProps) {
  const isNarrow = useMediaQuery('(width < 760px)');
  useEffect(() => {
    if (!isNarrow) onRailOpen(false);
  }, [isNarrow, onRailOpen]);
  useFocusAfterResize(isNarrow);
  const { preview } = useClientState();
  const isPreview = useIsPreview(preview);
  // In a smaller window, the main area needs the room.
  const hasRightRail = useMediaQuery('(width >= 1280px)') || isPreview;
  const group = useGroupRef();
  const [save] = useState(() => railWidthsSaver(() => localStorage));
  const [widths, setWidths] = useState(() => savedRailWidths(() => localStorage));
  useLayoutEffect(() => {
    showRailWidth(widths.left);
  }, [widths.left]);
  const inRight = isPreview ? 'preview' : 'right';
  // The left rail may have grown while the details were closed.
  const rightWidth = hasRightRail ? Math.min(widths[inRight], 100 - widths.left) : 0;
  const layoutOf = (left: number, right: number): Layout => ({
    [LEFT]: left,
    [MAIN]: 100 - left - right,
    ...(hasRightRail ? { [RIGHT]: right } : {}),
  });
  useChange(isPreview, () => {
    // If the window has changed too, the group does not have its new panels yet, which have default sizes.
    const hasRail = Object.hasOwn(group.current?.getLayout() ?? {}, RIGHT);
    if (hasRail && hasRightRail) group.current?.setLayout(layoutOf(widths.left, rightWidth));
  });

  // A rail that comes back in a wider window first has its last width, which may be that of the other mode.
  const isBack = useRef(false);
  useChange(hasRightRail, () => {
    isBack.current = hasRightRail;
  });

  // The keyboard step of react-resizable-panels is half of the specification's.
  const resizeByKey = (rail: 'left' | 'right') => (event: KeyboardEvent) => {
    const step = resizeStep(event.key, event.shiftKey);
    const { [LEFT]: left, [RIGHT]: right = 0 } = group.current?.getLayout() ?? {};
    if (step === null || left === undefined) return;
    event.preventDefault();
    // The right rail's edge is its left side, so the step is negated.
    group.current?.setLayout(
      rail === 'left'
        ? layoutOf(resized(left, step, right), right)
        : layoutOf(left, resized(right, -step, left)),
    );
  };

  return (
    <Group
      className={styles.frame}
      groupRef={group}
      defaultLayout={layoutOf(widths.left, rightWidth)}
      resizeTargetMinimumSize={{ coarse: RESIZE_HIT_AREA_COARSE_PX, fine: RESIZE_HIT_AREA_FINE_PX }}
      onLayoutChanged={(layout, { requestedLayout, isUserInteraction }) => {
        const shown = layout[RIGHT];
        if (isBack.current && shown !== undefined && !isUserInteraction) {
          isBack.current = false;
          if (Math.abs(shown - rightWidth) > 1) {
            const wanted = layoutOf(widths.left, rightWidth);
            queueMicrotask(() => group.current?.setLayout(wanted));
            return;
          }
        }
        // Saves the requested width, which a small window may not allow now.
        const { [LEFT]: left, [RIGHT]: right = widths[inRight] } = requestedLayout ?? layout;
        if (left === undefined) return;
        const isClosed = isPreview && right < PREVIEW_MIN_PERCENT;
        if (isClosed) preview.setOpen(false);
        const next = { ...widths, left, ...(isClosed ? {} : { [inRight]: right }) };
        setWidths(next);
        save(next);
      }}
    >
      {isNarrow ? (
        <RailDrawer isOpen={railOpen} onOpenChange={onRailOpen} />
      ) : (
        <>
          <Panel id={LEFT} className={styles.rail} minSize={RAIL_MIN_PX}>
            <LeftRail />
          </Panel>
          {/* Has a title instead of an aria-label: with a label, axe reports content outside of landmarks. */}
          <Separator
            className={styles.separator}
            title="Width of the left rail"
            onKeyDownCapture={resizeByKey('left')}
          />
        </>
      )}
      <Panel id={MAIN} className={styles.mainPanel} minSize={isNarrow ? 0 : MAIN_MIN_PX}>
        <main className={styles.main}>{children}</main>
      </Panel>
      {hasRightRail ? (
        <>
          {/* While the rail has no width, only the keyboard opens it: its edge is that of the window, where the scrollbar is. */}
          <Separator
            className={classNames(styles.separator, rightWidth === 0 && styles.closed)}
            title="Width of the right rail"
            disabled={rightWidth === 0}
            elementRef={makeFocusable}
            onKeyDownCapture={resizeByKey('right')}
          />
          <Panel id={RIGHT} className={styles.rail} defaultSize={`${rightWidth}%`} minSize={0}>
            {isPreview ? <PreviewRail /> : null}
          </Panel>
        </>
      ) : null}
    </Group>
  );
}

/** Whether the right rail shows the details of a link: beside a list, in a window with room for both. */
function useIsPreview(preview: Preview): boolean {
  const { pathname } = useLocation();
  const isOpen = useStore(preview.isOpen);
  const hasRoom = useMediaQuery(ROOM_FOR_PREVIEW);
  return isOpen && hasRoom && listAt(pathname) !== null;
}

/** Calls back after each render in which the value is another one than before. */
function useChange(value: boolean, onChange: () => void): void {
  const last = useRef(value);
  useLayoutEffect(() => {
    if (last.current === value) return;
    last.current = value;
    onChange();
  });
}

/** If the header hides the focused button when the window becomes narrow or wide, keeps the focus in the page. */
function useFocusAfterResize(isNarrow: boolean): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(
    () =>
      // Browsers take the focus from a hidden element, perhaps before the page renders for the new width.
      listen('focusin', ({ target }) => {
        last.current = target;
      }),
    [],
  );
  useEffect(() => {
    const focused = last.current;
    const isHidden =
      focused instanceof Element && focused.isConnected && focused.getClientRects().length === 0;
    return isHidden ? afterOverlay(focusMenuButton) : undefined;
  }, [isNarrow]);
}
