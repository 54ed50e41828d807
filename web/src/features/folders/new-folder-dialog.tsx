import type { Folder } from '@foldmark/library/entities/entities';
import { House } from 'lucide-react';
import { useNavigate } from 'react-router-dom';

import type { Created } from '#web/sync/changes/actions.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { useClosePopup } from '#web/state/popup.ts';
import { useRepeatable } from '#web/hooks/use-repeatable.ts';
import { useActions } from '#web/hooks/library-hooks.ts';
import { FolderField } from '#web/listing/picker/folder-field.tsx';
import { useChosenFolder } from '#web/listing/place/use-chosen-folder.ts';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FOCUS_MAIN } from '#web/ui/focus/focus-main.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import { folderProblems } from './folder-problems.ts';
import { IconField, useIconChoice } from './icon-field.tsx';

const ROOT = { icon: <House aria-hidden="true" />, name: 'root' };

interface NewFolderDialogProps {
  /** The proposed parent of the new folder. By default the shown folder. */
  readonly parentId?: Key;
}

export function NewFolderDialog({ parentId }: NewFolderDialogProps) {
  const close = useClosePopup();
  return (
    <Dialog title="Add Folder" onClose={close}>
      <NewFolderForm parentId={parentId} onClose={close} />
    </Dialog>
  );
}

interface NewFolderFormProps {
  readonly parentId: Key | undefined;
  readonly onClose: () => void;
}

function NewFolderForm({ parentId, onClose }: NewFolderFormProps) {
  const actions = useActions();
  const navigate = useNavigate();
  const repeatable = useRepeatable<Folder, Created<Folder>>();
  const { folder, step, choose } = useChosenFolder(parentId === undefined ? null : { folder: parentId });
  const choice = useIconChoice('');
  const form = useForm({
    initial: { name: '', emoji: '' },
    check: (texts) => folderProblems(texts, choice.kind),
    send: async ({ name, emoji }) => {
      const icon = choice.iconOf(emoji);
      const { key, outcome: sent } = repeatable(`${folder} ${icon} ${name.trim()}`, (repeats) =>
        actions.createFolder(
          { name, parent: folder ?? undefined, icon },
          { isAwaited: true, repeats, ...(step === undefined ? {} : { step }) },
        ),
      );
      const outcome = await sent;
      if (!outcome.ok) return outcome.error.messages;
      onClose();
      await navigate(`/folders/${outcome.answer?.folder_id ?? key}`, { state: FOCUS_MAIN });
      return [];
    },
  });
  return (
    <DialogForm form={form} action="Create" onCancel={onClose}>
      <TextField label="Name" {...form.field('name')} autoComplete="off" autoFocus />
      <IconField choice={choice} plain="None" emoji={form.field('emoji')} />
      <FolderField label="Inside" none={ROOT} folder={folder} onChange={choose} />
    </DialogForm>
  );
}
