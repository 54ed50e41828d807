import type { ReactNode } from 'react';

import { PageMeta } from './page-meta.tsx';
import { PAGE_TITLE_ID } from './page-title.ts';
import styles from './sections-page.module.css';

interface SectionsPageProps {
  readonly title: string;
  /** A sentence that says what the page is for. */
  readonly text: string;
  readonly description: string;
  readonly path: string;
  readonly children: ReactNode;
}

/** A page of sections below a title. */
export function SectionsPage({ title, text, description, path, children }: SectionsPageProps) {
  return (
    <div className={styles.page}>
      <PageMeta title={title} description={description} path={path} />
      <header>
        <h1 id={PAGE_TITLE_ID}>{title}</h1>
        <p className={styles.text}>{text}</p>
      </header>
      {children}
    </div>
  );
}
