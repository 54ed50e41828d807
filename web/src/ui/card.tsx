import type { ReactNode } from 'react';

import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The one thing on a page: a title and what belongs to it. */
export function Card({ title, children }: CardProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
