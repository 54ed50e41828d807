import styles from './error-list.module.css';

interface ErrorListProps {
  /** The id by which fields refer to their errors. */
  readonly id?: string;
  readonly errors: readonly string[];
}

/** The live region is always in the document, so that screen readers announce new errors. */
export function ErrorList({ id, errors }: ErrorListProps) {
  return (
    <div id={id} role="alert" className={styles.alert}>
      {errors.length === 0 ? null : (
        <ul className={styles.list}>
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
