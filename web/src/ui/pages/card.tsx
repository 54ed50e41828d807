import type { ReactNode } from 'react';

import styles from './card.module.css';
import { PAGE_TITLE_ID } from './page-title.ts';

interface CardProps {
  readonly title: string;
  readonly children: ReactNode;
  /** 'div' if the page already has a main landmark. */
  readonly as?: 'main' | 'div';
}

/** A page with a single card: a title and its content. */
export function Card({ title, children, as: Page = 'main' }: CardProps) {
  return (
    <Page className={styles.page}>
      <div className={styles.card}>
        <h1 id={PAGE_TITLE_ID}>{title}</h1>
        {children}
      </div>
    </Page>
  );
}
