import { countText } from '@foldmark/library/text/count-text';
import { useClosePopup } from '#web/state/popup.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.ts';

interface PasteLinksDialogProps {
  readonly count: number;
  readonly onConfirm: () => void;
}

export function PasteLinksDialog({ count, onConfirm }: PasteLinksDialogProps) {
  const links = countText(count, 'link');
  return (
    <ConfirmDialog
      title={`Add ${links}?`}
      text="They are added as one change. One undo removes them all."
      confirm={`Add ${links}`}
      kind="primary"
      onConfirm={onConfirm}
      onClose={useClosePopup()}
    />
  );
}
