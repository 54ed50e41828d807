import { Download, XCircle } from 'lucide-react';

import type { Question } from '#web/commands/command.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { countOf, type Items } from '@foldmark/library/memory/items';
import { BareCheckbox } from '#web/ui/fields/bare-checkbox.tsx';

import { BarButton } from './bar-button.tsx';
import { itemCountText, placeCountText } from '@foldmark/library/text/count-text';
import { SelectionBar } from './lazy-list-parts.ts';
import styles from './list-bar.module.css';
import type { Place } from '../place/place.ts';
import { LookMenu, SortMenu } from './choice-menus.tsx';
import type { ListTargets } from './use-list-targets.ts';

interface ListBarProps {
  readonly place: Place;
  /** The text of the search, or empty. */
  readonly text: string;
  readonly shown: Items;
  /** What Select all selects. */
  readonly all: Items;
  readonly targets: ListTargets;
  readonly onAsk: (question: Question) => void;
}

/** The bar above the list: the counts and the order, or the actions for the selected items. */
export function ListBar(props: ListBarProps) {
  const { place, text, shown, all, targets, onAsk } = props;
  const { list, selection } = targets;
  const { isAnySelected, selectAll, clear } = list;
  const selected = selection.items;
  const isEverything = isAnySelected && countOf(selected) >= countOf(all);
  const shownCount = placeCountText({ folders: shown.folders.length, links: shown.links.length });
  // The search field announces the count of a search itself, once the user has stopped typing.
  const isSearch = text !== '';
  return (
    <div className={styles.bar}>
      <BareCheckbox
        label="Select all"
        isSelected={isEverything}
        isIndeterminate={isAnySelected && !isEverything}
        onToggle={() => {
          if (isEverything) clear();
          else selectAll();
        }}
      />
      <p className={styles.count} role="status">
        {isAnySelected ? `${itemCountText(selected)} selected` : isSearch ? null : shownCount}
      </p>
      {isSearch && !isAnySelected ? <p className={styles.count}>{shownCount}</p> : null}
      {isAnySelected ? (
        <SelectionBar target={selection} list={list} />
      ) : (
        <div className={styles.actions}>
          {/* Hidden in a search, which shows only a part of the trash: the button would empty all of it. */}
          {place.kind === 'trash' && !isSearch ? (
            <BarButton
              icon={XCircle}
              label="Empty trash"
              className={styles.danger}
              onPress={() => {
                onAsk({ kind: 'delete', items: 'everything' });
              }}
            />
          ) : null}
          {isSearch ? <ExportResults text={text} items={resultsOf(place, shown)} /> : null}
          <SortMenu place={place} />
          <LookMenu place={place} />
        </div>
      )}
    </div>
  );
}

/** A search of everything lists the best folders too, which are no results. */
function resultsOf({ kind }: Place, { folders, links }: Items): Items {
  return { folders: kind === 'all' ? [] : folders, links };
}

function ExportResults({ text, items }: { readonly text: string; readonly items: Items }) {
  const setPopup = useSetPopup();
  return (
    <BarButton
      icon={Download}
      label="Export results"
      onPress={() => {
        setPopup({ kind: 'export', scope: { kind: 'search', text, items } });
      }}
    />
  );
}
