import { countText } from '@foldmark/library/text/count-text';
import { useDuplicateCount } from '#web/hooks/duplicate-hooks.ts';
import { Fragment, memo, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { iconOf } from '#web/commands/entries.ts';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { LinkIcon } from '#web/listing/items/link-icon.tsx';
import { shownDomain, shownName } from '@foldmark/library/entities/link-text';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { classNames } from '#web/ui/style/class-names.ts';

import { type FuzzyQuery, marksIn } from './fuzzy.ts';
import { type Item, itemId } from './items.ts';
import styles from './quick-open.module.css';

export interface ResultsPart {
  readonly title: string | null;
  readonly query?: FuzzyQuery;
  readonly items: readonly Item[];
}

/**
 * As many options as fit into the list. The others render when the user goes to them, because each key press renders all options.
 */
const FIRST_COUNT = 13;

interface ResultsProps {
  readonly id: string;
  readonly parts: readonly ResultsPart[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: (item: Item, wantsDetails: boolean) => void;
}

/** The focus stays in the field. The keys of the field act on the active option. */
export function Results({ id, parts, active, onActive, onOpen }: ResultsProps) {
  const listRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, parts]);
  const [scrolled, setScrolled] = useState(parts);
  const first = active < FIRST_COUNT - 2 && scrolled !== parts ? FIRST_COUNT : Infinity;
  const items = useMemo(() => parts.flatMap((part) => part.items), [parts]);
  const alike = useAlike(items);
  if (items.length === 0) return <div id={id} className={styles.none} />;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
    <div
      ref={listRef}
      id={id}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className={styles.list}
      onScroll={() => {
        setScrolled(parts);
      }}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onPointerMove={({ target, pointerType }) => {
        const index = optionOf(target);
        if (index !== -1 && index !== active && pointerType === 'mouse') onActive(index);
      }}
      onClick={({ target, ctrlKey, metaKey }) => {
        const item = items[optionOf(target)];
        if (item !== undefined) onOpen(item, ctrlKey || metaKey);
      }}
    >
      {parts.map(({ title, query, items: own }, part) => {
        const start = parts.slice(0, part).reduce((sum, before) => sum + before.items.length, 0);
        const options = (title === null ? own.slice(0, first) : own).map((item, index) => (
          <Option
            // oxlint-disable-next-line react/no-array-index-key -- an option that gets another item keeps its elements
            key={index}
            id={`${id}-${itemId(item)}`}
            index={start + index}
            item={item}
            query={query}
            showsUrl={item.kind === 'link' && alike.has(item.key)}
            isActive={start + index === active}
          />
        ));
        if (title === null || own.length === 0) return <Fragment key="all">{options}</Fragment>;
        return (
          <div key={title} role="group" aria-label={title}>
            <div aria-hidden="true" className={classNames('one-line', styles.title)}>
              {title}
            </div>
            {options}
          </div>
        );
      })}
    </div>
  );
}

/** The links that have the same name and domain as another result. */
function useAlike(items: readonly Item[]): ReadonlySet<Key> {
  const library = useLibrary();
  return useMemo(() => {
    const first = new Map<string, Key>();
    const alike = new Set<Key>();
    for (const item of items) {
      const link = item.kind === 'link' ? library.link(item.key) : undefined;
      if (item.kind !== 'link' || link === undefined) continue;
      const shown = `${link.name}\n${shownDomain(link.name, link.url, link.domain_name)}`;
      const other = first.get(shown);
      if (other === undefined) first.set(shown, item.key);
      else alike.add(other).add(item.key);
    }
    return alike;
  }, [items, library]);
}

/** The index of the option that contains an element; -1 if none does. */
function optionOf(target: EventTarget): number {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-option]') : null;
  return option === null ? -1 : Number(option.dataset['option']);
}

interface OptionProps {
  readonly id: string;
  readonly index: number;
  readonly item: Item;
  readonly query: FuzzyQuery | undefined;
  /** Shows the url, to distinguish links with the same name and domain. */
  readonly showsUrl: boolean;
  readonly isActive: boolean;
}

const Option = memo(function Option({ id, index, item, query, showsUrl, isActive }: OptionProps) {
  const library = useLibrary();
  const shown = shownItem(item, library, showsUrl);
  if (shown === null) return null;
  const { name, note, icon, kind } = shown;
  const isCommand = item.kind === 'command';
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      data-option={index}
      className={classNames(styles.option, isActive && styles.active)}
    >
      {icon}
      <span className={classNames('one-line', styles.name)} dir="auto">
        <Marked text={name} query={query} />
      </span>
      <span className={classNames('one-line', styles.note, isCommand && styles.hint)} dir="auto">
        {note}
      </span>
      {/* Without a text, the commands have a title. */}
      {isCommand && query === undefined ? null : <span className={styles.kind}>{kind}</span>}
    </div>
  );
}, isSameOption);

/** Compares by value, because each search makes new item objects. */
function isSameOption(before: OptionProps, after: OptionProps): boolean {
  return (
    before.id === after.id &&
    before.index === after.index &&
    before.query === after.query &&
    before.showsUrl === after.showsUrl &&
    before.isActive === after.isActive
  );
}

function shownItem(item: Item, library: Library, showsUrl: boolean) {
  switch (item.kind) {
    case 'command': {
      const { id, label, hint, icon } = item.command;
      const Icon = iconOf(icon);
      const note = id === 'duplicates' ? <DuplicateCount /> : hint;
      return { name: label, note, icon: <Icon aria-hidden="true" />, kind: 'Command' };
    }
    case 'folder': {
      const folder = library.folder(item.key);
      if (folder === undefined) return null;
      return {
        name: folder.name,
        note: pathOf(item.key, library),
        icon: <FolderIcon folder={folder} size={18} />,
        kind: 'Folder',
      };
    }
    case 'link': {
      const link = library.link(item.key);
      if (link === undefined) return null;
      const { name, url, domain_name } = link;
      return {
        name: shownName(name, url),
        note: showsUrl ? shownName(url, url) : shownDomain(name, url, domain_name),
        icon: <LinkIcon link={link} size={18} />,
        kind: 'Link',
      };
    }
  }
}

/** The folders above a folder. */
function pathOf(folder: Key, { tree }: Library): string {
  return tree
    .path(folder)
    .slice(0, -1)
    .map((key) => tree.name(key))
    .join(' / ');
}

function Marked({ text, query }: { readonly text: string; readonly query: FuzzyQuery | undefined }) {
  if (query === undefined) return text;
  const marks = marksIn(text, query);
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}

/** How many duplicates there are, if there are any. */
function DuplicateCount(): string {
  const count = useDuplicateCount() ?? 0;
  return count === 0 ? '' : countText(count, 'duplicate');
}
