import { Link } from 'react-router-dom';

import { useDuplicateCount } from '#web/hooks/duplicate-hooks.ts';
import { countText } from '#web/sync/count-text.ts';
import buttonStyles from '#web/ui/buttons/button.module.css';
import { classNames } from '#web/ui/style/class-names.ts';

import styles from './settings.module.css';

export function Duplicates() {
  const count = useDuplicateCount();
  return (
    <section className={styles.card} aria-labelledby="settings-duplicates">
      <h2 id="settings-duplicates">Duplicates</h2>
      <p className={styles.text}>
        Links that lead to the same page, with the reasons. Merge them, or keep them apart.
      </p>
      <div className={styles.actions}>
        <Link to="/duplicates" className={classNames(buttonStyles.button, buttonStyles.outlined)}>
          Show duplicates
        </Link>
        <span className={styles.text}>{count === null ? '' : groupsText(count)}</span>
      </div>
    </section>
  );
}

function groupsText(count: number): string {
  return count === 0 ? 'There are none.' : countText(count, 'group');
}
