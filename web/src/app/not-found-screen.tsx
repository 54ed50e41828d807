import { Link } from 'react-router-dom';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

import styles from './message.module.css';

export function NotFoundScreen() {
  return (
    <div className={styles.message}>
      <PageMeta title="Page not found" description="This page doesn't exist." path={null} />
      <h1>Page not found</h1>
      <p>Check the address for a typo, or go back to your links.</p>
      <Link to="/" className={classNames(buttonStyles.button, buttonStyles.primary)}>
        All Items
      </Link>
    </div>
  );
}
