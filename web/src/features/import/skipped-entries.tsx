import { useCallback, useMemo } from 'react';

import type { OpenFile } from '#web/import/open-file.ts';
import { SKIP_REASONS } from '#web/import/skipped-list.ts';
import { evenRows, indexesIn } from '#web/listing/list/row-layout.ts';
import { useList, useListView } from '#web/listing/list/use-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { saveFile } from '#web/ui/browser/save-file.ts';
import { classNames } from '#web/ui/style/class-names.ts';

import styles from './file-lists.module.css';
import { useWorkerRows } from './use-worker-rows.ts';

const ROW_HEIGHT = 44;

interface SkippedEntriesProps {
  readonly file: OpenFile;
  readonly count: number;
}

/** All entries that are not imported, with the reasons. */
export function SkippedEntries({ file, count }: SkippedEntriesProps) {
  const { scrollerRef, controller } = useList({
    layout: useMemo(() => evenRows(count, ROW_HEIGHT), [count]),
  });
  const { range } = useListView(controller);
  const fetchRows = useCallback(
    async (from: number, to: number) => file.call('skipped', { from, to }),
    [file],
  );
  const rowOf = useWorkerRows(range, fetchRows);
  return (
    <div className={styles.entries}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <div ref={scrollerRef} role="list" aria-label="Skipped" className={styles.list} tabIndex={0}>
        <div role="presentation" className={styles.sizer} style={{ height: count * ROW_HEIGHT }}>
          {indexesIn(range, range.start).map((index) => {
            const entry = rowOf(index);
            return entry === undefined ? null : (
              <div
                key={index}
                role="listitem"
                aria-setsize={count}
                aria-posinset={index + 1}
                className={styles.skipped}
                style={{ top: index * ROW_HEIGHT }}
              >
                <span className={classNames('one-line', styles.name)} dir="auto" title={entry.url}>
                  {entry.title === '' ? entry.url || 'No title' : entry.title}
                </span>
                <span className={styles.reason}>{SKIP_REASONS[entry.reason]}</span>
              </div>
            );
          })}
        </div>
      </div>
      <div>
        <Button
          kind="outlined"
          onPress={() => {
            void saveList(file);
          }}
        >
          Save this list
        </Button>
      </div>
    </div>
  );
}

async function saveList(file: OpenFile): Promise<void> {
  saveFile(await file.call('skippedList', null), 'skipped.csv');
}
