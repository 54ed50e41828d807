import { Link } from 'react-router-dom';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';
import { PAGE_TITLE_ID } from '#web/ui/page-title.ts';

import styles from './message.module.css';

export function NotFoundScreen() {
  return (
    <div className={styles.message}>
      <PageMeta title="Page not found" description="This page doesn't exist." path={null} />
      <h1 id={PAGE_TITLE_ID}>Page not found</h1>
      <p>Check the address for a typo, or go back to your links.</p>
      <Link to="/" className={classNames(buttonStyles.button, buttonStyles.primary)}>
        All Items
      </Link>
    </div>
  );
}
