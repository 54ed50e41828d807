import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

import { LeftRail } from './left-rail.tsx';
import styles from './rail-drawer.module.css';

export interface RailDrawerProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function RailDrawer({ isOpen, onOpenChange }: RailDrawerProps) {
  return (
    <ModalOverlay className={styles.backdrop ?? ''} isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      <Modal className={styles.drawer ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label="Navigation">
          <LeftRail
            onNavigate={() => {
              onOpenChange(false);
            }}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
