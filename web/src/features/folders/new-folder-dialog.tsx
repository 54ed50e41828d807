import type { Folder } from '@foldmark/library/entities/entities';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import { useNavigate } from 'react-router-dom';

import type { Created } from '#web/sync/changes/actions.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { useClosePopup } from '#web/state/popup.ts';
import { useRepeatable } from '#web/hooks/use-repeatable.ts';
import { useActions, useFolderTree } from '#web/hooks/library-hooks.ts';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import styles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FOCUS_MAIN } from '#web/ui/focus/focus-main.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import { nameProblems } from './name-problems.ts';

interface NewFolderDialogProps {
  /** The parent of the new folder; 0 for the root. */
  readonly parentId?: Key;
}

export function NewFolderDialog({ parentId: parent = ROOT_FOLDER_ID }: NewFolderDialogProps) {
  const close = useClosePopup();
  const tree = useFolderTree();
  return (
    <Dialog title="Add Folder" onClose={close}>
      {parent === ROOT_FOLDER_ID ? null : <p className={styles.text}>In {tree.name(parent)}</p>}
      <NewFolderForm parent={parent} onClose={close} />
    </Dialog>
  );
}

function NewFolderForm({ parent, onClose }: { readonly parent: Key; readonly onClose: () => void }) {
  const actions = useActions();
  const navigate = useNavigate();
  const repeatable = useRepeatable<Folder, Created<Folder>>();
  const form = useForm({
    initial: { name: '' },
    check: nameProblems,
    send: async ({ name }) => {
      const { key, outcome: sent } = repeatable(name.trim(), (repeats) =>
        actions.createFolder({ name, parent }, { isAwaited: true, repeats }),
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
    </DialogForm>
  );
}
