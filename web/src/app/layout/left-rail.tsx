import { ChevronRight, Inbox, Star, Trash2, type LucideIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { NavLink } from 'react-router-dom';

import styles from './left-rail.module.css';

interface LeftRailProps {
  /** Somebody has chosen where to go. */
  readonly onNavigate?: () => void;
}

export function LeftRail({ onNavigate }: LeftRailProps) {
  return (
    <nav className={styles.rail} aria-label="Library">
      <RailLink to="/" icon={Inbox} label="All Items" onNavigate={onNavigate} />
      <RailLink to="/folders/favorites" icon={Star} label="Favorites" onNavigate={onNavigate} />
      <RailLink to="/folders/trash" icon={Trash2} label="Trash" onNavigate={onNavigate} />
      <Disclosure className={styles.folders ?? ''}>
        <Button slot="trigger" className={styles.toggle ?? ''}>
          <ChevronRight aria-hidden="true" />
          Folders
        </Button>
        <DisclosurePanel>
          <p className={styles.empty}>Empty</p>
        </DisclosurePanel>
      </Disclosure>
    </nav>
  );
}

interface RailLinkProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onNavigate: (() => void) | undefined;
}

function RailLink({ to, icon: Icon, label, onNavigate }: RailLinkProps) {
  return (
    <NavLink to={to} end className={styles.link ?? ''} onClick={onNavigate}>
      <Icon aria-hidden="true" />
      {label}
    </NavLink>
  );
}
