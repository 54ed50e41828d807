import { fieldEdit } from '@foldmark/library/changes/change';
import { NOTE_MAX_LENGTH } from '@foldmark/library/entities/limits';
import type { LinkRecord } from '@foldmark/library/entities/records';
import { Pencil } from 'lucide-react';
import { useState } from 'react';

import { useActions } from '#web/hooks/library-hooks.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';
import { isComposing } from '#web/ui/focus/is-composing.ts';
import type { Key } from '@foldmark/library/memory/keys';

import { NoteText } from '../edit/link-parts.tsx';
import { linkProblems } from '../link-problems.ts';
import styles from './editable-note.module.css';

interface NoteProps {
  readonly linkId: Key;
  readonly link: LinkRecord;
}

/** The note of a link. A button replaces it by a field. */
export function EditableNote({ linkId, link }: NoteProps) {
  const [isEdited, setEdited] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  if (isEdited) {
    return (
      <NoteForm
        linkId={linkId}
        link={link}
        onClose={() => {
          setEdited(false);
          setWasEdited(true);
        }}
      />
    );
  }
  return (
    <div className={styles.note}>
      {link.note === '' ? null : <NoteText note={link.note} />}
      <Button
        kind="quiet"
        // The form had the focus.
        autoFocus={wasEdited}
        label={link.note === '' ? 'Add a note' : 'Edit the note'}
        onPress={() => {
          setEdited(true);
        }}
      >
        <Pencil aria-hidden="true" size={14} />
        {link.note === '' ? 'Add a note' : 'Edit'}
      </Button>
    </div>
  );
}

function NoteForm({ linkId, link, onClose }: NoteProps & { readonly onClose: () => void }) {
  const actions = useActions();
  const announce = useAnnounce();
  // Another device can change the note while the form is open.
  const [opened] = useState(link);
  const form = useForm({
    initial: { note: link.note },
    check: ({ note }) => linkProblems({ url: opened.url, note }, opened.url),
    send: async ({ note }) => {
      const edits = fieldEdit(opened, { note: note.trim() }).after;
      if (Object.keys(edits).length > 0) {
        const edit = actions.updateLink(linkId, edits, { isAwaited: true, opened });
        const outcome = await edit.outcome;
        if (!outcome.ok) return outcome.error.messages;
        announce(note.trim() === '' ? 'Note removed.' : 'Note saved.', edit);
      }
      onClose();
      return [];
    },
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the form in it
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        // Otherwise the dialog around it would close too.
        event.stopPropagation();
        onClose();
      }}
    >
      <Form form={form}>
        <TextArea label="Note" {...form.field('note')} maxLength={NOTE_MAX_LENGTH} autoFocus />
        <div className={styles.actions}>
          <Button kind="outlined" onPress={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" isPending={form.isPending}>
            Save
          </Button>
        </div>
      </Form>
    </div>
  );
}
