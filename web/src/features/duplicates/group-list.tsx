import { type KeyboardEvent, useMemo } from 'react';
import { useLocation } from 'react-router-dom';

import { useFocusTarget } from '#web/commands/command-context.ts';
import type { DuplicateGroup } from '@foldmark/library/duplicates/group-links';
import { indexesIn, unevenRows } from '#web/listing/list/row-layout.ts';
import { useList, useListView } from '#web/listing/list/use-list.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import { GroupCard, SHOWN_COUNT } from './group-card.tsx';
import styles from './group-list.module.css';
import type { GroupActions } from './use-group-actions.ts';
import { useHeights } from './use-heights.ts';

interface GroupListProps {
  readonly groups: readonly DuplicateGroup[];
  /** The links that the user has chosen to keep. */
  readonly chosen: ReadonlySet<Key>;
  readonly actions: GroupActions;
}

const wideHeight = ({ links }: DuplicateGroup) => 75 + 73 * Math.min(links.length, SHOWN_COUNT);
const narrowHeight = ({ links }: DuplicateGroup) => 140 + 150 * Math.min(links.length, SHOWN_COUNT);

/** Groups are rendered this far beyond each edge, in pixels. */
const MARGIN = 600;

/** A virtual list of the groups: only the visible groups are in the DOM. */
export function GroupList({ groups, chosen, actions }: GroupListProps) {
  const { key: entry } = useLocation();
  const isNarrow = useMediaQuery('(width < 760px)');
  const estimate = isNarrow ? narrowHeight : wideHeight;
  const { heights, measure } = useHeights();
  const layout = useMemo(
    () =>
      unevenRows(groups.length, MARGIN, (index) => {
        const group = groups[index];
        return group === undefined ? 0 : (heights.get(group.id) ?? estimate(group));
      }),
    [groups, heights, estimate],
  );
  const rows = useMemo(
    () =>
      itemsOf(
        'link',
        groups.map(({ id }) => Number(id)),
      ),
    [groups],
  );
  const { controller, scrollerRef } = useList({ rows, layout, entry });
  const { range, current } = useListView(controller);
  useEnterKey(controller.enter);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys between its groups
    <div
      ref={scrollerRef}
      role="list"
      aria-label="Groups of duplicates"
      className={styles.scroller}
      onFocus={({ target }) => {
        const { row } = target.dataset;
        if (row !== undefined && target.matches(':focus-visible')) controller.show(Number(row));
      }}
      onKeyDown={(event) => {
        const index = isPlainKeyOfGroup(event) ? controller.rowOfKey(event.key, current) : null;
        if (index === null) return;
        event.preventDefault();
        controller.moveTo(index);
      }}
    >
      <div role="presentation" className={styles.sizer} style={{ height: layout.topOf(groups.length) }}>
        {indexesIn(range, current).map((index) => {
          const group = groups[index];
          if (group === undefined) return null;
          return (
            <div
              key={group.id}
              ref={measure}
              role="listitem"
              aria-setsize={groups.length}
              aria-posinset={index + 1}
              data-id={group.id}
              className={styles.item}
              style={{ top: layout.topOf(index) }}
            >
              <GroupCard
                group={group}
                index={index}
                isCurrent={index === current}
                chosen={group.links.find((link) => chosen.has(link))}
                actions={actions}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const NOTHING_SELECTED = {
  look: null,
  isAnySelected: false,
  selectAll: doNothing,
  clear: doNothing,
  toggleRow: null,
  flip: null,
};

/** The key that leads into a list works from anywhere on the page. */
function useEnterKey(enter: () => void): void {
  useFocusTarget(null, () => ({ targets: { list: { ...NOTHING_SELECTED, enter } }, only: ['enter'] }));
}

function doNothing(): void {
  // No group can be selected.
}

/** Whether a key press is for the focused group itself, not for a control in it. In a group, Page keys scroll. */
function isPlainKeyOfGroup({ target, key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || shiftKey || key.startsWith('Page')) return false;
  return target instanceof HTMLElement && target.dataset['row'] !== undefined;
}
