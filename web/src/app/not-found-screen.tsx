import { Link } from 'react-router-dom';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

import styles from './message.module.css';

export function NotFoundScreen() {
  return (
    <div className={styles.message}>
      <PageMeta title="Not found" description="There is nothing at this address." path={null} />
      <h1>There is nothing here</h1>
      <p>The page may have moved, or the address has a typo.</p>
      <Link to="/" className={classNames(buttonStyles.button, buttonStyles.primary)}>
        All Items
      </Link>
    </div>
  );
}
