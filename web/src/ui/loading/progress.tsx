import { ProgressBar } from 'react-aria-components/ProgressBar';

import styles from './progress.module.css';

/** `part` is the completed fraction, from 0 to 1. */
export function Progress({ label, part }: { readonly label: string; readonly part: number }) {
  return (
    <ProgressBar aria-label={label} value={100 * part} className={styles.progress ?? ''}>
      {({ percentage = 0 }) => <div className={styles.fill} style={{ scale: `${percentage / 100} 1` }} />}
    </ProgressBar>
  );
}
