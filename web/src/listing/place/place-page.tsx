import type { KeyboardEventHandler, ReactNode } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import { PAGE_TITLE_ID } from '#web/ui/pages/page-title.ts';

import { Breadcrumb } from './breadcrumb.tsx';
import styles from './place-page.module.css';

export interface PlacePageProps {
  readonly title: string;
  /** The parent folders of the page; null at the root. Undefined for a page outside of the folders, which has no breadcrumb. */
  readonly above?: readonly Key[] | null;
  /** Shown before the title. */
  readonly icon?: ReactNode;
  /** Buttons after the title. */
  readonly actions?: ReactNode;
  /** Handles a key before the list does. */
  readonly onKeyDownCapture?: KeyboardEventHandler<HTMLElement>;
  readonly children: ReactNode;
}

/** A page that fills the main area: breadcrumb, title and content. */
export function PlacePage({ title, above, icon, actions, onKeyDownCapture, children }: PlacePageProps) {
  const heading = (
    <div className={styles.title}>
      {icon}
      <h1 id={PAGE_TITLE_ID} className="one-line" title={title} dir="auto">
        {title}
      </h1>
      {actions}
    </div>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys act on the focused row
    <div className={styles.page} onKeyDownCapture={onKeyDownCapture}>
      <header className={styles.header}>
        {above === undefined ? heading : <Breadcrumb above={above}>{heading}</Breadcrumb>}
      </header>
      {children}
    </div>
  );
}
