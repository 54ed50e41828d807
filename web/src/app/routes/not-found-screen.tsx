import { Link, useLocation } from 'react-router-dom';

import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { PAGE_TITLE_ID } from '#web/ui/pages/page-title.ts';

import styles from '../messages/message.module.css';
import { normalPath } from './normal-path.ts';

export function NotFoundScreen() {
  const { pathname } = useLocation();
  return (
    <div className={styles.message}>
      <PageMeta
        title="Page not found"
        description="This page doesn't exist."
        path={normalPath(pathname)}
        isUnlisted
      />
      <h1 id={PAGE_TITLE_ID}>Page not found</h1>
      <p>Check the address for a typo, or go back to your links.</p>
      <Link to="/" className={buttonClass('primary')}>
        All Items
      </Link>
    </div>
  );
}
