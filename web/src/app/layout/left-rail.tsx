import { Clock, Inbox, Star, Trash2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

import { FoldersSection } from '#web/features/folders/folders-section.tsx';
import { AllItemsCount, FavoritesCount, TrashCount } from '#web/features/folders/place-count.tsx';

import styles from './left-rail.module.css';

interface LeftRailProps {
  /** Called when the user follows a link. */
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
      <FoldersSection onNavigate={onNavigate} />
    </nav>
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
