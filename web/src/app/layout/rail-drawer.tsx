import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';

import { LeftRail } from './left-rail.tsx';
import styles from './rail-drawer.module.css';

interface RailDrawerProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function RailDrawer({ isOpen, onOpenChange }: RailDrawerProps) {
  const isDragging = useStore(useClientState().dragged) !== null;
  return (
    // Opens during a drag, because its folders are the drop targets.
    <ModalOverlay
      className={styles.backdrop ?? ''}
      isOpen={isOpen || isDragging}
      onOpenChange={onOpenChange}
      isDismissable
    >
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
