import styles from './dialog.module.css';
import { Spinner } from '../loading/spinner.tsx';

interface DialogPlaceholderProps {
  readonly isLoading: boolean;
  /** Shown when loading has ended and there is no such item. */
  readonly text: string;
}

/** The content of a dialog while its item is loading, or if the item does not exist any more. */
export function DialogPlaceholder({ isLoading, text }: DialogPlaceholderProps) {
  return <div className={styles.loading}>{isLoading ? <Spinner label="Loading" /> : text}</div>;
}
