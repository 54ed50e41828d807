import { useClosePopup } from '#web/state/popup.ts';
import { useShownFolder } from '#web/listing/use-shown-folder.ts';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useForm } from '#web/ui/use-form.ts';

import { linkProblems } from './link-problems.ts';
import { useCreateLink } from './use-create-link.ts';
import { usePasteSeveral } from './use-paste-several.ts';

export function NewLinkDialog() {
  const close = useClosePopup();
  return (
    <Dialog title="Add Url" onClose={close}>
      <NewLinkForm onClose={close} />
    </Dialog>
  );
}

function NewLinkForm({ onClose }: { readonly onClose: () => void }) {
  const folder = useShownFolder();
  const onPaste = usePasteSeveral(folder, onClose);
  const create = useCreateLink();
  const form = useForm({
    initial: { url: '' },
    check: ({ url }) => linkProblems({ url }),
    send: async ({ url }) => {
      const outcome = await create({ url, folder: folder ?? undefined });
      if (!outcome.ok) return outcome.error.messages;
      onClose();
      return [];
    },
  });
  return (
    <DialogForm form={form} action="Create" onCancel={onClose}>
      <TextField
        label="Url"
        {...form.field('url')}
        type="url"
        autoComplete="off"
        autoFocus
        onPaste={onPaste}
      />
    </DialogForm>
  );
}
