import { focusMenuButton } from '#web/ui/focus/focus-menu-button.ts';
import { afterOverlay } from '#web/ui/focus/after-overlay.ts';
import { useEffect, useState, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Group, type Layout, Panel, Separator, useGroupRef } from 'react-resizable-panels';

import { classNames } from '#web/ui/style/class-names.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';
import { listen } from '#web/ui/browser/listen.ts';

import styles from './frame.module.css';
import { LeftRail } from './left-rail.tsx';
import { type RailWidths, railWidthsSaver, resized, resizeStep, savedRailWidths } from './rail-layout.ts';
import { RailDrawer } from './lazy-rail-drawer.tsx';

const LEFT = 'left-rail';
const MAIN = 'main';
const RIGHT = 'right-rail';
const RAIL_MIN_PX = 200;
const MAIN_MIN_PX = 360;
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
 * The left rail beside the main area, or in a drawer if the window is narrow. The right rail is empty so far. The main area is the same element in both, so that
 * a form keeps what was typed when the phone is turned.
 */
export function Frame({ children, railOpen, onRailOpen }: FrameProps) {
  const isNarrow = useMediaQuery('(width < 760px)');
  useEffect(() => {
    if (!isNarrow) onRailOpen(false);
  }, [isNarrow, onRailOpen]);
  useFocusAfterResize(isNarrow);
  // In a smaller window, the main area needs the room.
  const hasRightRail = useMediaQuery('(width >= 1280px)');
  const group = useGroupRef();
  const [save] = useState(() => railWidthsSaver(() => localStorage));
  const [saved] = useState(() => savedRailWidths(() => localStorage));
  const [widths, setWidths] = useState(saved);
  const layoutOf = ({ left, right }: RailWidths): Layout => ({
    [LEFT]: left,
    [MAIN]: 100 - left - (hasRightRail ? right : 0),
    ...(hasRightRail ? { [RIGHT]: right } : {}),
  });

  // The keyboard step of react-resizable-panels is half of the specification's.
  const resizeByKey = (rail: keyof RailWidths) => (event: KeyboardEvent) => {
    const step = resizeStep(event.key, event.shiftKey);
    const { [LEFT]: left, [RIGHT]: right = 0 } = group.current?.getLayout() ?? {};
    if (step === null || left === undefined) return;
    event.preventDefault();
    // The right rail's edge is its left side, so the step is negated.
    group.current?.setLayout(layoutOf(resized({ left, right }, rail, rail === 'left' ? step : -step)));
  };

  return (
    <Group
      className={styles.frame}
      groupRef={group}
      defaultLayout={layoutOf(saved)}
      resizeTargetMinimumSize={{ coarse: RESIZE_HIT_AREA_COARSE_PX, fine: RESIZE_HIT_AREA_FINE_PX }}
      onLayoutChanged={(layout, { requestedLayout }) => {
        // Saves the requested width, which a small window may not allow now.
        const { [LEFT]: left, [RIGHT]: right = widths.right } = requestedLayout ?? layout;
        if (left === undefined) return;
        setWidths({ left, right });
        save({ left, right });
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
            className={classNames(styles.separator, widths.right === 0 && styles.closed)}
            title="Width of the right rail"
            disabled={widths.right === 0}
            elementRef={makeFocusable}
            onKeyDownCapture={resizeByKey('right')}
          />
          <Panel id={RIGHT} className={styles.rail} defaultSize={`${saved.right}%`} minSize={0} />
        </>
      ) : null}
    </Group>
  );
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
