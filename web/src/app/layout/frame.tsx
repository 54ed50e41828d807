import {
  LEFT_RAIL_DEFAULT_PERCENT,
  RESIZE_HIT_AREA_COARSE_PX,
  RESIZE_HIT_AREA_FINE_PX,
} from '@foldmark/contract/limits';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Group, Panel, Separator, useGroupRef } from 'react-resizable-panels';

import { useMediaQuery } from '#web/ui/use-media-query.ts';

import styles from './frame.module.css';
import { LeftRail } from './left-rail.tsx';
import { railPercentSaver, resizeStep, savedRailPercent } from './rail-layout.ts';
import { RailDrawer } from './lazy-rail-drawer.tsx';
import { useFocusAfterResize } from './use-focus-after-resize.ts';

const RAIL = 'left-rail';
const MAIN = 'main';
const RAIL_MIN_PX = 200;
const MAIN_MIN_PX = 360;

interface FrameProps {
  readonly children: ReactNode;
  readonly railOpen: boolean;
  readonly onRailOpen: (open: boolean) => void;
}

/**
 * The left rail beside the main area, or in a drawer if the window is narrow. The main area is the same element in both, so that
 * a form keeps what was typed when the phone is turned.
 */
export function Frame({ children, railOpen, onRailOpen }: FrameProps) {
  const isNarrow = useMediaQuery('(width < 760px)');
  useEffect(() => {
    if (!isNarrow) onRailOpen(false);
  }, [isNarrow, onRailOpen]);
  useFocusAfterResize(isNarrow);
  const group = useGroupRef();
  const [save] = useState(() => railPercentSaver(() => localStorage));
  const [railPercent] = useState(() => savedRailPercent(() => localStorage) ?? LEFT_RAIL_DEFAULT_PERCENT);

  // The library's keyboard step is half of the specification's.
  const resizeByKey = (event: KeyboardEvent) => {
    const step = resizeStep(event.key, event.shiftKey);
    const current = group.current?.getLayout()[RAIL];
    if (step === null || current === undefined) return;
    event.preventDefault();
    const percent = Math.min(100, Math.max(0, current + step));
    group.current?.setLayout({ [RAIL]: percent, [MAIN]: 100 - percent });
  };

  return (
    <Group
      className={styles.frame}
      groupRef={group}
      defaultLayout={{ [RAIL]: railPercent, [MAIN]: 100 - railPercent }}
      resizeTargetMinimumSize={{ coarse: RESIZE_HIT_AREA_COARSE_PX, fine: RESIZE_HIT_AREA_FINE_PX }}
      onLayoutChanged={(layout, { requestedLayout }) => {
        // Saves the requested width, which a small window may not allow now.
        const percent = (requestedLayout ?? layout)[RAIL];
        if (percent !== undefined) save(percent);
      }}
    >
      {isNarrow ? (
        <RailDrawer isOpen={railOpen} onOpenChange={onRailOpen} />
      ) : (
        <>
          <Panel id={RAIL} className={styles.rail} minSize={RAIL_MIN_PX}>
            <LeftRail />
          </Panel>
          {/* Has a title instead of an aria-label: with a label, axe reports content outside of landmarks. */}
          <Separator
            className={styles.separator}
            title="Width of the left rail"
            onKeyDownCapture={resizeByKey}
          />
        </>
      )}
      <Panel id={MAIN} className={styles.mainPanel} minSize={isNarrow ? 0 : MAIN_MIN_PX}>
        <main className={styles.main}>{children}</main>
        <div className={styles.rightRail} />
      </Panel>
    </Group>
  );
}
