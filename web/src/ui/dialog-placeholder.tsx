import styles from './dialog.module.css';
import { Spinner } from './spinner.tsx';

interface DialogFillerProps {
  readonly isLoading: boolean;
  /** What to say of a thing that does not come any more. */
  readonly text: string;
}

/** What a dialog has in it while its thing is not there. */
export function DialogPlaceholder({ isLoading, text }: DialogFillerProps) {
  return <div className={styles.loading}>{isLoading ? <Spinner label="Loading" /> : text}</div>;
}
