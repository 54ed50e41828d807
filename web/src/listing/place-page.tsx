import type { ReactNode } from 'react';

import styles from './place-page.module.css';

interface PlacePageProps {
  /** What stands above the title. */
  readonly breadcrumb?: ReactNode;
  readonly title: string;
  /** Before the title: a picture. */
  readonly icon?: ReactNode;
  /** After the title: what one can do with the place. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that fills the main area: where one is, and the list below. */
export function PlacePage({ breadcrumb, title, icon, actions, children }: PlacePageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {breadcrumb}
        <div className={styles.title}>
          {icon}
          <h1 title={title} dir="auto">
            {title}
          </h1>
          {actions}
        </div>
      </header>
      {children}
    </div>
  );
}
