import { FAILURES } from '@foldmark/contract/failures';
import type { FolderRecord } from '@foldmark/library/entities/records';
import { fieldEdit } from '@foldmark/library/changes/change';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { useState } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import { useClosePopup } from '#web/state/popup.ts';
import { useActions, useFolder, useLoading } from '#web/hooks/library-hooks.ts';
import { ImageSection } from '#web/images/image-section.tsx';
import { useImageUpload } from '#web/images/use-image-upload.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DialogPlaceholder } from '#web/ui/dialogs/dialog-placeholder.tsx';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import { nameProblems } from './name-problems.ts';

export function EditFolderDialog({ folderId }: { readonly folderId: Key }) {
  const close = useClosePopup();
  const folder = useFolder(folderId);
  const { folders: isLoading } = useLoading();
  return (
    <Dialog title="Folder Edit" onClose={close}>
      {folder === undefined ? (
        <DialogPlaceholder isLoading={isLoading} text={FAILURES.noSuchFolder.primary_error} />
      ) : (
        <EditFolderForm folderId={folderId} folder={folder} onClose={close} />
      )}
    </Dialog>
  );
}

interface EditFolderFormProps {
  readonly folderId: Key;
  readonly folder: FolderRecord;
  readonly onClose: () => void;
}

function EditFolderForm({ folderId, folder, onClose }: EditFolderFormProps) {
  const actions = useActions();
  // Another device can change the folder while the dialog is open. Only the fields edited here are saved.
  const [opened] = useState(folder);
  const [isEnabled, setEnabled] = useState(folder.status_id === STATUS_ACTIVE);
  const image = useImageUpload('folder', folderId);
  const form = useForm({
    initial: { name: folder.name },
    check: nameProblems,
    send: async ({ name }) => {
      const finished = await image.finish();
      if (finished === 'failed') return [];
      const status_id = isEnabled ? STATUS_ACTIVE : STATUS_TRASHED;
      const edits = fieldEdit(opened, { name: name.trim(), status_id }).after;
      if (Object.keys(edits).length > 0) {
        const outcome = await actions.updateFolder(folderId, edits, { isAwaited: true, opened }).outcome;
        if (!outcome.ok) return outcome.error.messages;
      }
      // Offline, the selected image is kept for another try. The rest is saved.
      if (finished === 'done') onClose();
      return [];
    },
  });
  return (
    <DialogForm form={form} action="Update" isDisabled={image.isBusy && !form.isPending} onCancel={onClose}>
      <TextField label="Name" {...form.field('name')} autoComplete="off" autoFocus />
      <Checkbox isSelected={isEnabled} onChange={setEnabled}>
        Enabled
      </Checkbox>
      <ImageSection kind="folder" imageKey={folder.image_s3_key} upload={image} />
    </DialogForm>
  );
}
