import { useAddedPlace } from './use-added-place.ts';
import { highlightLinks } from './highlight-links.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { useClientState } from '#web/state/client-state.ts';
import { useNavigate } from 'react-router-dom';
import { useClosePopup } from '#web/state/popup.ts';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import { FolderField } from './folder-field.tsx';
import { linkProblems } from '../link-problems.ts';
import { NewUrlField } from './new-url-field.tsx';
import { SavedNotice } from '../saved/saved-notice.tsx';
import { useCreateLink } from './use-create-link.ts';
import { useNewLinkFolder } from './use-new-link-folder.ts';
import { usePasteSeveral } from '../paste/use-paste-urls.ts';
import { useReportSaved } from '../saved/use-report-saved.ts';

/** The dialog closes within this time, even if the network hangs. */
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
  const { folder, step, choose } = useNewLinkFolder();
  const reportAdded = useReportAdded();
  const create = useCreateLink(AWAITED_MS);
  const { onShow, report: reportSaved } = useReportSaved();
  const form = useForm({
    initial: { url: '' },
    check: ({ url }) => linkProblems({ url }),
    send: async ({ url }) => {
      const outcome = await create({ url, folder: folder ?? undefined, step });
      if (!outcome.ok) return outcome.error.messages;
      onClose();
      reportAdded(outcome.key, folder);
      void reportSaved({ url, ...outcome });
      return [];
    },
  });
  const onPaste = usePasteSeveral(folder, form.field('url').onChange, onClose);
  return (
    <DialogForm form={form} action="Create" onCancel={onClose}>
      <NewUrlField {...form.field('url')} onPaste={onPaste} />
      <SavedNotice
        typed={form.texts.url}
        folder={folder}
        step={step}
        isPending={form.isPending}
        onShow={onShow}
        onOpen={onClose}
        onDone={onClose}
      />
      <FolderField folder={folder} onChange={choose} />
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
