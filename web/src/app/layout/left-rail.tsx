import { Clock, Command, Inbox, Star, Trash2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

import { FoldersSection } from '#web/features/folders/folders-section.tsx';
import { AllItemsCount, FavoritesCount, TrashCount } from '#web/features/folders/place-count.tsx';

import { useSetPopup } from '#web/state/popup.ts';

import styles from './left-rail.module.css';

interface LeftRailProps {
  /** Called when the user follows a link. Given only in the drawer of a narrow window. */
  readonly onNavigate?: () => void;
}

export function LeftRail({ onNavigate }: LeftRailProps) {
  return (
    <nav className={styles.rail} aria-label="Library">
      <RailLink to="/" icon={Inbox} label="All Items" count={<AllItemsCount />} onNavigate={onNavigate} />
      <RailLink to="/recent" icon={Clock} label="Recently added" onNavigate={onNavigate} />
      <RailLink
        to="/folders/favorites"
        icon={Star}
        label="Favorites"
        count={<FavoritesCount />}
        onNavigate={onNavigate}
      />
      <RailLink
        to="/folders/trash"
        icon={Trash2}
        label="Trash"
        count={<TrashCount />}
        onNavigate={onNavigate}
      />
      {onNavigate === undefined ? null : <QuickOpenButton onPress={onNavigate} />}
      <FoldersSection onNavigate={onNavigate} />
    </nav>
  );
}

/** For phones, which have no key for it. */
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
  readonly onNavigate: (() => void) | undefined;
}

function RailLink({ to, icon: Icon, label, count, onNavigate }: RailLinkProps) {
  return (
    <NavLink to={to} end className={styles.link ?? ''} onClick={onNavigate}>
      <Icon aria-hidden="true" />
      {label}
      {count}
    </NavLink>
  );
}
