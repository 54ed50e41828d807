import type { ReactNode } from 'react';

import styles from './place-page.module.css';

interface PlacePageProps {
  /** What stands above the title. */
  readonly breadcrumb?: ReactNode;
  readonly title: string;
  /** At the root the title is all there is of the breadcrumb. */
  readonly isRoot?: boolean;
  /** Before the title: a picture. */
  readonly icon?: ReactNode;
  /** After the title: what one can do with the place. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that fills the main area: where one is, and the list below. */
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
