import type { ReactNode } from 'react';

import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  readonly children: ReactNode;
  /** 'div' where the page has its main landmark already. */
  readonly as?: 'main' | 'div';
}

/** The one thing on a page: a title and what belongs to it. */
export function Card({ title, children, as: Page = 'main' }: CardProps) {
  return (
    <Page className={styles.page}>
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  );
}
