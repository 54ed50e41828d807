import { FAILURES } from '@foldmark/contract/failures';
import type { FolderRecord } from '@foldmark/library/entities/records';

import type { Key } from '@foldmark/library/memory/keys';
import { useClosePopup } from '#web/state/popup.ts';
import { useActions, useFolder, useLoading } from '#web/hooks/library-hooks.ts';
import { EditForm, useEditing } from '#web/images/edit-form.tsx';
import { ItemDialog } from '#web/ui/dialogs/item-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

import { emojiOf, IconField, useIconChoice } from './icon-field.tsx';
import { folderProblems } from './folder-problems.ts';

export function EditFolderDialog({ folderId }: { readonly folderId: Key }) {
  const close = useClosePopup();
  const { folders: isLoading } = useLoading();
  return (
    <ItemDialog
      title="Folder Edit"
      item={useFolder(folderId)}
      isLoading={isLoading}
      missing={FAILURES.noSuchFolder.primary_error}
      onClose={close}
    >
      {(folder) => <EditFolderForm folderId={folderId} folder={folder} onClose={close} />}
    </ItemDialog>
  );
}

interface EditFolderFormProps {
  readonly folderId: Key;
  readonly folder: FolderRecord;
  readonly onClose: () => void;
}

function EditFolderForm({ folderId, folder, onClose }: EditFolderFormProps) {
  const actions = useActions();
  const choice = useIconChoice(folder.icon);
  const editing = useEditing({
    kind: 'folder',
    id: folderId,
    item: folder,
    initial: { name: folder.name, emoji: emojiOf(folder.icon) },
    check: (texts) => folderProblems(texts, choice.kind),
    wanted: ({ name, emoji }) => ({ name: name.trim(), icon: choice.iconOf(emoji) }),
    update: (edits, options) => actions.updateFolder(folderId, edits, options),
    onClose,
  });
  const { form } = editing;
  return (
    <EditForm
      editing={editing}
      icon={<IconField choice={choice} plain="Image" emoji={form.field('emoji')} />}
      hasImage={choice.kind === 'plain'}
    >
      <TextField label="Name" {...form.field('name')} autoComplete="off" autoFocus />
    </EditForm>
  );
}
