import styles from './skeleton-list.module.css';

const WIDTHS = [46, 62, 38, 54, 70, 42, 58, 34];

/** Placeholder rows. CSS shows them only after a short delay. */
export function SkeletonList() {
  return (
    <div role="status" aria-label="Loading links" className={styles.list}>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.row}>
          <span className={styles.icon} />
          <span className={styles.name} style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
