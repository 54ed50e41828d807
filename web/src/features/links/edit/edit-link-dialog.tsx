import { FAILURES } from '@foldmark/contract/failures';
import type { LinkRecord } from '@foldmark/library/entities/records';
import { fieldEdit } from '@foldmark/library/changes/change';
import { NOTE_MAX_LENGTH, STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { useState } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import { useClosePopup } from '#web/state/popup.ts';
import { useActions, useLink, useLoading } from '#web/hooks/library-hooks.ts';
import { ImageSection } from '#web/images/image-section.tsx';
import { useImageUpload } from '#web/images/use-image-upload.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DialogPlaceholder } from '#web/ui/dialogs/dialog-placeholder.tsx';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import { linkProblems } from '../link-problems.ts';
import { SavedNotice } from '../saved/saved-notice.tsx';
import { usePasteOne } from '../paste/use-paste-urls.ts';

export function EditLinkDialog({ linkId }: { readonly linkId: Key }) {
  const close = useClosePopup();
  const link = useLink(linkId);
  const { links: isLoading } = useLoading();
  return (
    <Dialog title="Link Edit" onClose={close}>
      {link === undefined ? (
        <DialogPlaceholder isLoading={isLoading} text={FAILURES.noSuchLink.primary_error} />
      ) : (
        <EditLinkForm linkId={linkId} link={link} onClose={close} />
      )}
    </Dialog>
  );
}

interface EditLinkFormProps {
  readonly linkId: Key;
  readonly link: LinkRecord;
  readonly onClose: () => void;
}

function EditLinkForm({ linkId, link, onClose }: EditLinkFormProps) {
  const actions = useActions();
  // Another device can change the link while the dialog is open. Only the fields edited here are saved.
  const [opened] = useState(link);
  const [isEnabled, setEnabled] = useState(link.status_id === STATUS_ACTIVE);
  const image = useImageUpload('link', linkId);
  const form = useForm({
    initial: { url: link.url, name: link.name, note: link.note },
    check: (texts) => linkProblems(texts, opened.url),
    send: async (texts) => {
      const finished = await image.finish();
      if (finished === 'failed') return [];
      const status_id = isEnabled ? STATUS_ACTIVE : STATUS_TRASHED;
      const { url, name, note } = texts;
      const edits = fieldEdit(opened, {
        url: url.trim(),
        name: name.trim(),
        note: note.trim(),
        status_id,
      }).after;
      if (Object.keys(edits).length > 0) {
        const outcome = await actions.updateLink(linkId, edits, { isAwaited: true, opened }).outcome;
        if (!outcome.ok) return outcome.error.messages;
      }
      // Offline, the selected image is kept for another try. The rest is saved.
      if (finished === 'done') onClose();
      return [];
    },
  });
  const onPaste = usePasteOne(form.field('url').onChange);
  return (
    <DialogForm form={form} action="Update" isDisabled={image.isBusy && !form.isPending} onCancel={onClose}>
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
      <Checkbox isSelected={isEnabled} onChange={setEnabled}>
        Enabled
      </Checkbox>
      <ImageSection kind="link" imageKey={link.image_s3_key} upload={image} />
    </DialogForm>
  );
}
