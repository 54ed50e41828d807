import type { ReactNode } from 'react';

import styles from './place-page.module.css';

interface PlacePageProps {
  /** Shown above the title. */
  readonly breadcrumb?: ReactNode;
  readonly title: string;
  /** At the root, the title itself is the breadcrumb. */
  readonly isRoot?: boolean;
  /** Shown before the title. */
  readonly icon?: ReactNode;
  /** Buttons after the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that fills the main area: breadcrumb, title and list. */
export function PlacePage(props: PlacePageProps) {
  const { breadcrumb, title, isRoot = false, icon, actions, children } = props;
  const heading = (
    <h1 title={title} dir="auto">
      {title}
    </h1>
  );
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {breadcrumb}
        <div className={styles.title}>
          {icon}
          {isRoot ? <RootCrumb>{heading}</RootCrumb> : heading}
          {actions}
        </div>
      </header>
      {children}
    </div>
  );
}

function RootCrumb({ children }: { readonly children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol>
        <li aria-current="page">{children}</li>
      </ol>
    </nav>
  );
}
