import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

import { buttonClass } from '../buttons/button-class.ts';
import { classNames } from '../style/class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Whether it comes from below in a narrow window. */
  readonly isSheet?: boolean;
  readonly onClose: () => void;
  /** 'alertdialog' for a question that the user must answer. */
  readonly role?: 'dialog' | 'alertdialog';
}

/**
 * The dialog is open while it is mounted. Escape, the backdrop and the close button close it. Then the focus returns to the
 * element that had it before.
 */
export function Dialog({ title, children, isSheet = false, onClose, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      className={classNames(styles.backdrop, isSheet && styles.sheet)}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <header className={styles.header}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <Button aria-label="Close" className={buttonClass('icon')} onPress={onClose}>
              <X aria-hidden="true" />
            </Button>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
