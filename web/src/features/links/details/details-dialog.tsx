import type { Key } from '@foldmark/library/memory/keys';
import { useClosePopup } from '#web/state/popup.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import { LinkDetails } from './link-details.tsx';

/** The details of a link, in a window without room beside the list. */
export function DetailsDialog({ linkId }: { readonly linkId: Key }) {
  const close = useClosePopup();
  return (
    <Dialog title="Details" isSheet onClose={close}>
      <LinkDetails linkId={linkId} onLeave={close} />
    </Dialog>
  );
}
