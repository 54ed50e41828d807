import { ChevronRight, Folder, Link as LinkIcon } from 'lucide-react';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';

import type { TreeRow } from '#web/import/file-tree.ts';
import type { OpenFile } from '#web/import/open-file.ts';
import { countText } from '@foldmark/library/text/count-text';
import { rowKeys } from '#web/listing/list/row-keys.ts';
import { evenRows, indexesIn } from '#web/listing/list/row-layout.ts';
import { useList, useListView } from '#web/listing/list/use-list.ts';
import { classNames } from '#web/ui/style/class-names.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import styles from './file-lists.module.css';
import { useWorkerRows } from './use-worker-rows.ts';

const ROW_HEIGHT = 32;
const ROW_HEIGHT_COARSE = 44;

interface FileContentProps {
  readonly file: OpenFile;
  /** The number of rows while all folders are closed. */
  readonly rowCount: number;
}

/** The folders and links of a file as a virtual tree. The worker holds the rows. */
export function FileContent({ file, rowCount }: FileContentProps) {
  const [count, setCount] = useState(rowCount);
  // Changes with each toggle, even if the number of rows stays the same.
  const [version, setVersion] = useState(0);
  const rowHeight = useMediaQuery('(pointer: coarse)') ? ROW_HEIGHT_COARSE : ROW_HEIGHT;
  const layout = useMemo(() => evenRows(count, rowHeight), [count, rowHeight]);
  const { scrollerRef, controller } = useList({ layout });
  const { range, current } = useListView(controller);
  const fetchRows = useCallback(
    async (from: number, to: number) => file.call('rows', { from, to }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a toggle changes the rows that the worker returns
    [file, version],
  );
  const rowOf = useWorkerRows(range, fetchRows);
  const toggle = async (row: TreeRow | undefined) => {
    if (row?.kind !== 'folder') return;
    setCount(await file.call('toggle', row.folder));
    setVersion((before) => before + 1);
  };
  const onRowKey = rowKeys(controller, (index) => {
    void toggle(rowOf(index));
  });
  const onTreeKey = (event: KeyboardEvent<HTMLElement>) => {
    const row = rowOf(current);
    const isOpen = row?.kind === 'folder' ? row.isOpen : null;
    if ((event.key === 'ArrowRight' && isOpen === false) || (event.key === 'ArrowLeft' && isOpen === true))
      void toggle(row);
    else if (event.key === 'Enter') void toggle(row);
    else if (event.key === 'ArrowLeft') controller.moveTo(parentOf(rowOf, current));
    else {
      onRowKey(event);
      return;
    }
    event.preventDefault();
  };
  return (
    <div
      ref={scrollerRef}
      role="tree"
      aria-label="What the file contains"
      className={styles.list}
      onKeyDown={onTreeKey}
    >
      <div role="presentation" className={styles.sizer} style={{ height: layout.topOf(count) }}>
        {indexesIn(range, current).map((index) => {
          const row = rowOf(index);
          return row === undefined ? null : (
            <Row
              key={index}
              row={row}
              index={index}
              top={layout.topOf(index)}
              isCurrent={index === current}
              onToggle={() => {
                void toggle(row);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The row of the folder that contains a row, among the rows that have arrived. */
function parentOf(rowOf: (index: number) => TreeRow | undefined, index: number): number {
  const depth = rowOf(index)?.depth ?? 0;
  for (let above = index - 1; above >= 0; above -= 1) {
    const row = rowOf(above);
    if (row === undefined) break;
    if (row.depth < depth) return above;
  }
  return index;
}

interface RowProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
}

function Row({ row, index, top, isCurrent, onToggle }: RowProps) {
  const isFolder = row.kind === 'folder';
  const trashed = row.isTrashed ? 'in the trash' : null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={false}
      {...(isFolder ? { 'aria-expanded': row.isOpen } : {})}
      data-row={index}
      tabIndex={isCurrent ? 0 : -1}
      className={classNames(styles.row, isFolder && styles.folder)}
      style={{ top, paddingLeft: 8 + 18 * row.depth }}
      onClick={onToggle}
    >
      {isFolder ? (
        <>
          <ChevronRight aria-hidden="true" className={classNames(styles.twisty, row.isOpen && styles.open)} />
          <Folder aria-hidden="true" />
          <span className={classNames('one-line', styles.name)} dir="auto" title={row.name}>
            {row.name}
          </span>
          <span className={classNames('one-line', styles.meta)}>
            {[countText(row.count, 'link'), ...(trashed === null ? [] : [trashed])].join(', ')}
          </span>
        </>
      ) : (
        <>
          <span className={styles.twisty} />
          <LinkIcon aria-hidden="true" />
          <span className={classNames('one-line', styles.name)} dir="auto" title={row.url}>
            {row.title}
          </span>
          <span className={classNames('one-line', styles.meta)} dir="auto">
            {trashed ?? hostOf(row.url)}
          </span>
        </>
      )}
    </div>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}
