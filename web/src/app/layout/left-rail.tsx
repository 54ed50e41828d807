import { CircleSlash2, Clock, Command, CopyCheck, Inbox, Star, Trash2, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Link, NavLink } from 'react-router-dom';

import { FoldersSection } from '#web/features/folders/folders-section.tsx';
import { AllItemsCount, FavoritesCount, TrashCount } from '#web/features/folders/place-count.tsx';

import { PlaceDrop } from '#web/listing/drag/folder-drop.tsx';
import { useSetPopup } from '#web/state/popup.ts';
import { UNFILED_PATH } from '#web/state/search.ts';
import { afterOverlay } from '#web/ui/focus/after-overlay.ts';
import { focusMenuButton } from '#web/ui/focus/focus-menu-button.ts';

import styles from './left-rail.module.css';
import { PinnedSearches } from './pinned-searches.tsx';
import { useIsShownSearch } from './use-is-shown-search.ts';

interface LeftRailProps {
  /** Called when the user follows a link. Given only in the drawer of a narrow window. */
  readonly onNavigate?: () => void;
}

export function LeftRail({ onNavigate }: LeftRailProps) {
  const ref = useRef<HTMLElement>(null);
  useFocusAfterRail(ref);
  return (
    <nav ref={ref} className={styles.rail} aria-label="Library">
      <RailLink to="/" icon={Inbox} label="All Items" count={<AllItemsCount />} onNavigate={onNavigate} />
      <RailLink to="/recent" icon={Clock} label="Recently added" onNavigate={onNavigate} />
      <RailLink
        to="/folders/favorites"
        icon={Star}
        label="Favorites"
        count={<FavoritesCount />}
        drop={<PlaceDrop place="favorites" />}
        onNavigate={onNavigate}
      />
      <UnfiledLink onNavigate={onNavigate} />
      <RailLink to="/duplicates" icon={CopyCheck} label="Duplicates" onNavigate={onNavigate} />
      <RailLink
        to="/folders/trash"
        icon={Trash2}
        label="Trash"
        count={<TrashCount />}
        drop={<PlaceDrop place="trash" />}
        onNavigate={onNavigate}
      />
      <PinnedSearches onNavigate={onNavigate} />
      {onNavigate === undefined ? null : <QuickOpenButton onPress={onNavigate} />}
      <FoldersSection onNavigate={onNavigate} />
    </nav>
  );
}

/** If the rail, its edge or its drawer has the focus when the window becomes narrow or wide, keeps the focus in the page. */
function useFocusAfterRail(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const rail = ref.current?.closest('[role=dialog]') ?? ref.current;
    return () => {
      const { activeElement } = document;
      const isFocused = rail?.contains(activeElement) === true || activeElement?.role === 'separator';
      if (isFocused) afterOverlay(focusMenuButton);
    };
  }, [ref]);
}

/** For phones, which have no keyboard shortcut for quick open. */
function QuickOpenButton({ onPress }: { readonly onPress: () => void }) {
  const setPopup = useSetPopup();
  return (
    <button
      type="button"
      className={styles.link}
      onClick={() => {
        onPress();
        setPopup({ kind: 'quick-open' });
      }}
    >
      <Command aria-hidden="true" />
      Quick open
    </button>
  );
}

interface RailLinkProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly count?: ReactNode;
  /** Takes dragged links and folders. */
  readonly drop?: ReactNode;
  readonly onNavigate: (() => void) | undefined;
}

function RailLink({ to, icon: Icon, label, count, drop, onNavigate }: RailLinkProps) {
  return (
    <div className={styles.place}>
      <NavLink to={to} end className={styles.link ?? ''} onClick={onNavigate}>
        <Icon aria-hidden="true" />
        {label}
        {count}
      </NavLink>
      {drop}
    </div>
  );
}

/** The links in no folder are a search, so that the field shows how to narrow it further. */
function UnfiledLink({ onNavigate }: Pick<RailLinkProps, 'onNavigate'>) {
  const isShown = useIsShownSearch(UNFILED_PATH);
  return (
    <Link
      to={UNFILED_PATH}
      className={styles.link}
      aria-current={isShown ? 'page' : undefined}
      onClick={onNavigate}
    >
      <CircleSlash2 aria-hidden="true" />
      Unfiled
    </Link>
  );
}
