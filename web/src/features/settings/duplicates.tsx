import { Link } from 'react-router-dom';

import { useDuplicateCount } from '#web/hooks/duplicate-hooks.ts';
import { countText } from '@foldmark/library/text/count-text';
import { buttonClass } from '#web/ui/buttons/button-class.ts';

import { Section } from './section.tsx';
import styles from './settings.module.css';

export function Duplicates() {
  const count = useDuplicateCount();
  return (
    <Section name="duplicates" title="Duplicates">
      <p className={styles.text}>
        Links that lead to the same page, with the reasons. Merge them, or keep them apart.
      </p>
      <div className={styles.actions}>
        <Link to="/duplicates" className={buttonClass('outlined')}>
          Show duplicates
        </Link>
        <span className={styles.text}>{count === null ? '' : countOrNone(count)}</span>
      </div>
    </Section>
  );
}

function countOrNone(count: number): string {
  return count === 0 ? 'There are none.' : countText(count, 'duplicate');
}
