import styles from './error-list.module.css';

interface ErrorListProps {
  /** The id by which fields refer to their errors. */
  readonly id?: string;
  readonly errors: readonly string[];
  /** The errors that fields show. The list only announces them. */
  readonly inFields?: readonly string[];
}

const NONE: readonly string[] = [];

/** The live region is always in the document, so that screen readers announce new errors. */
export function ErrorList({ id, errors, inFields = NONE }: ErrorListProps) {
  return (
    <div id={id} role="alert" className={styles.alert}>
      <Errors className="visually-hidden" errors={errors.filter((error) => inFields.includes(error))} />
      <Errors className={styles.list} errors={errors.filter((error) => !inFields.includes(error))} />
    </div>
  );
}

function Errors({ className, errors }: ErrorListProps & { readonly className: string | undefined }) {
  if (errors.length === 0) return null;
  return (
    <ul className={className}>
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  );
}
