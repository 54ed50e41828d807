import type { ReactNode } from 'react';

import { Spinner } from '../loading/spinner.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ItemDialogProps<T> {
  readonly title: string;
  readonly item: T | undefined;
  readonly isLoading: boolean;
  /** Shown when loading has ended and there is no such item. */
  readonly missing: string;
  readonly onClose: () => void;
  readonly children: (item: T) => ReactNode;
}

/** The dialog of an item that may still be loading, or not exist any more. */
export function ItemDialog<T>({ title, item, isLoading, missing, onClose, children }: ItemDialogProps<T>) {
  return (
    <Dialog title={title} onClose={onClose}>
      {item === undefined ? (
        <div className={styles.loading}>{isLoading ? <Spinner label="Loading" /> : missing}</div>
      ) : (
        children(item)
      )}
    </Dialog>
  );
}
