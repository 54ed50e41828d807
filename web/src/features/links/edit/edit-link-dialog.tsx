import { FAILURES } from '@foldmark/contract/failures';
import type { LinkRecord } from '@foldmark/library/entities/records';
import { NOTE_MAX_LENGTH } from '@foldmark/library/entities/limits';

import type { Key } from '@foldmark/library/memory/keys';
import { useClosePopup } from '#web/state/popup.ts';
import { useActions, useLink, useLoading } from '#web/hooks/library-hooks.ts';
import { EditForm, useEditing } from '#web/images/edit-form.tsx';
import { ItemDialog } from '#web/ui/dialogs/item-dialog.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

import { linkProblems } from '../link-problems.ts';
import { SavedNotice } from '../saved/saved-notice.tsx';
import { usePasteOne } from '../paste/use-paste-urls.ts';

export function EditLinkDialog({ linkId }: { readonly linkId: Key }) {
  const close = useClosePopup();
  const { links: isLoading } = useLoading();
  return (
    <ItemDialog
      title="Link Edit"
      item={useLink(linkId)}
      isLoading={isLoading}
      missing={FAILURES.noSuchLink.primary_error}
      onClose={close}
    >
      {(link) => <EditLinkForm linkId={linkId} link={link} onClose={close} />}
    </ItemDialog>
  );
}

interface EditLinkFormProps {
  readonly linkId: Key;
  readonly link: LinkRecord;
  readonly onClose: () => void;
}

function EditLinkForm({ linkId, link, onClose }: EditLinkFormProps) {
  const actions = useActions();
  const editing = useEditing({
    kind: 'link',
    id: linkId,
    item: link,
    initial: { url: link.url, name: link.name, note: link.note },
    check: (texts, opened) => linkProblems(texts, opened.url),
    wanted: ({ url, name, note }) => ({ url: url.trim(), name: name.trim(), note: note.trim() }),
    update: (edits, options) => actions.updateLink(linkId, edits, options),
    onClose,
  });
  const { form, opened } = editing;
  const onPaste = usePasteOne(form.field('url').onChange);
  return (
    <EditForm editing={editing}>
      <TextField label="Url" {...form.field('url')} type="url" autoComplete="off" onPaste={onPaste} />
      <SavedNotice
        typed={form.texts.url.trim() === opened.url ? '' : form.texts.url}
        except={linkId}
        folder={null}
        isPending={form.isPending}
        onOpen={onClose}
        onDone={onClose}
      />
      <TextField label="Name" {...form.field('name')} autoComplete="off" autoFocus />
      <TextArea label="Note" {...form.field('note')} maxLength={NOTE_MAX_LENGTH} />
    </EditForm>
  );
}
