import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

import type { DuplicateGroup } from '@foldmark/library/duplicates/group-links';
import { useFocusAfterRemoval } from '#web/listing/list/use-focus-after-removal.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { useMediaQuery } from '#web/ui/use-media-query.ts';

import { offsetAt } from './block-offsets.ts';
import { GroupCard, SHOWN_COUNT } from './group-card.tsx';
import styles from './group-list.module.css';
import type { GroupActions } from './use-group-actions.ts';
import { useEarlierStart, useKeepPlace } from './use-list-place.ts';
import { useVirtualGroups } from './use-virtual-groups.ts';

interface GroupListProps {
  readonly groups: readonly DuplicateGroup[];
  /** The links to keep that the person has chosen. */
  readonly chosen: ReadonlySet<Key>;
  readonly actions: GroupActions;
}

const wideHeight = ({ links }: DuplicateGroup) => 75 + 73 * Math.min(links.length, SHOWN_COUNT);
const narrowHeight = ({ links }: DuplicateGroup) => 140 + 150 * Math.min(links.length, SHOWN_COUNT);

/** A virtual list of the groups: only the visible groups are in the DOM. */
export function GroupList({ groups, chosen, actions }: GroupListProps) {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(width < 760px)');
  const { current, setCurrent } = useCurrentGroup(groups);
  const { offsets, shown, measure, show } = useVirtualGroups(groups, {
    scrollerRef,
    estimate: isNarrow ? narrowHeight : wideHeight,
    start: useEarlierStart(),
    current,
  });
  useKeepPlace(scrollerRef, offsets);
  const last = groups.length - 1;
  const watchFocus = useFocusAfterRemoval({
    scrollerRef,
    items: groups,
    last,
    isOverlayOpen: false,
    setFocused: ignore,
  });
  const goTo = useGoTo(scrollerRef, (index) => {
    setCurrent(index);
    show(index);
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys between its groups
    <div
      ref={scrollerRef}
      role="list"
      aria-label="Groups of duplicates"
      className={styles.scroller}
      onFocus={({ target }) => {
        watchFocus(target);
        const index = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
        if (index === undefined) return;
        setCurrent(Number(index));
        if (target.dataset['row'] === index && target.matches(':focus-visible')) show(Number(index));
      }}
      onKeyDown={(event) => {
        const index = groupOfKey(event, current, last);
        if (index === null) return;
        event.preventDefault();
        goTo(index);
      }}
    >
      <div role="presentation" className={styles.sizer} style={{ height: offsetAt(offsets, groups.length) }}>
        {shown.map((index) => {
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
              style={{ top: offsetAt(offsets, index) }}
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

const ignore = () => undefined;

/** The group that Tab leads to. It stays the same when groups above it come or go. */
function useCurrentGroup(groups: readonly DuplicateGroup[]) {
  const [{ id, index }, setLast] = useState({ id: '', index: 0 });
  const isThere = groups[index]?.id === id;
  const found = isThere ? index : groups.findIndex((group) => group.id === id);
  return {
    current: Math.min(found === -1 ? index : found, groups.length - 1),
    setCurrent: (next: number) => {
      setLast((last) =>
        last.index === next && last.id === groups[next]?.id
          ? last
          : { id: groups[next]?.id ?? '', index: next },
      );
    },
  };
}

/** Focuses a group, after it is rendered. */
function useGoTo(scrollerRef: { readonly current: HTMLElement | null }, show: (index: number) => void) {
  const [target, setTarget] = useState<{ readonly index: number } | null>(null);
  useLayoutEffect(() => {
    if (target === null) return;
    scrollerRef.current
      ?.querySelector<HTMLElement>(`[data-row="${target.index}"]`)
      ?.focus({ preventScroll: true });
  }, [target, scrollerRef]);
  return (index: number) => {
    show(index);
    setTarget({ index });
  };
}

/** The group that a key leads to from a focused group; null if the key has another meaning. */
function groupOfKey(event: KeyboardEvent, current: number, last: number): number | null {
  const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  if (!(target instanceof HTMLElement) || target.dataset['row'] === undefined) return null;
  if (key === 'ArrowDown') return Math.min(current + 1, last);
  if (key === 'ArrowUp') return Math.max(current - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}
