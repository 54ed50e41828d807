import { useNavigate } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { useClosePopup } from '#web/state/popup.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import { highlightLinks } from './highlight-links.ts';
import { useAddedPlace } from './use-added-place.ts';
import { useNewLinkForm } from './use-new-link-form.tsx';

/** The dialog closes after this time, even if the network hangs. */
const AWAITED_MS = 300;

export function NewLinkDialog() {
  const close = useClosePopup();
  return (
    <Dialog title="Add Url" onClose={close}>
      <NewLinkForm onClose={close} />
    </Dialog>
  );
}

function NewLinkForm({ onClose }: { readonly onClose: () => void }) {
  const reportAdded = useReportAdded();
  const { form, urlField, folderField } = useNewLinkForm({
    initial: { url: '' },
    awaitedMs: AWAITED_MS,
    onCreated: ({ key }, folder) => {
      onClose();
      reportAdded(key, folder);
    },
    onPasted: onClose,
    onOpen: onClose,
    onDone: onClose,
  });
  return (
    <DialogForm form={form} action="Create" onCancel={onClose}>
      {urlField}
      {folderField}
    </DialogForm>
  );
}

/** Tells where a new link went, unless the shown list highlights it there. */
function useReportAdded(): (link: Key, folder: Key | null) => void {
  const placeOf = useAddedPlace();
  const { toasts, newLinks } = useClientState();
  const navigate = useNavigate();
  return (link, folder) => {
    const { name, path, isShown } = placeOf(folder);
    if (isShown) return;
    toasts.show({
      title: `Link added to ${name}.`,
      action: {
        label: folder === null ? 'Show' : 'Open folder',
        run: () => {
          void navigate(path);
          highlightLinks(newLinks, [link]);
        },
      },
    });
  };
}
