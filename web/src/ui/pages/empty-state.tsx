import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** Optional buttons. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon aria-hidden="true" strokeWidth={1.5} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
