import { fieldEdit } from '@foldmark/library/changes/change';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import type { Status } from '@foldmark/library/entities/fields';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import type { Key } from '@foldmark/library/memory/keys';
import { type ReactNode, useState } from 'react';

import type { Performed } from '#web/sync/changes/performed.ts';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { type FormState, type Problem, type Texts, useForm } from '#web/ui/fields/use-form.ts';

import { ImageSection } from './image-section.tsx';
import { type ImageUpload, useImageUpload } from './use-image-upload.ts';

interface EditedItem {
  readonly status_id: Status;
  readonly image_s3_key: string;
}

interface EditOptions<R extends EditedItem, T extends Texts> {
  readonly kind: ObjectKind;
  readonly id: Key;
  readonly item: R;
  readonly initial: T;
  readonly check: (texts: T, opened: R) => readonly Problem[];
  /** The values that the user wants, edited or not. */
  readonly wanted: (texts: T) => Partial<R>;
  readonly update: (edits: Partial<R>, options: { isAwaited: true; opened: R }) => Performed;
  readonly onClose: () => void;
}

interface Editing<R extends EditedItem, T extends Texts> {
  readonly kind: ObjectKind;
  readonly item: R;
  /** The item when the dialog opened. */
  readonly opened: R;
  readonly form: FormState<T>;
  readonly image: ImageUpload;
  readonly isEnabled: boolean;
  readonly setEnabled: (isEnabled: boolean) => void;
  readonly onClose: () => void;
}

/** The state of a dialog that edits a link or folder. It saves the image first, and then the fields that were edited. */
export function useEditing<R extends EditedItem, T extends Texts>(options: EditOptions<R, T>): Editing<R, T> {
  const { kind, id, item, initial, check, wanted, update, onClose } = options;
  // Another device can change the item while the dialog is open. Only the fields edited here are saved.
  const [opened] = useState(item);
  const [isEnabled, setEnabled] = useState(item.status_id === STATUS_ACTIVE);
  const image = useImageUpload(kind, id);
  const form = useForm({
    initial,
    check: (texts) => check(texts, opened),
    send: async (texts) => {
      const finished = await image.finish();
      if (finished === 'failed') return [];
      const status_id = isEnabled ? STATUS_ACTIVE : STATUS_TRASHED;
      const edits = fieldEdit<R>(opened, Object.assign(wanted(texts), { status_id })).after;
      if (Object.keys(edits).length > 0) {
        const outcome = await update(edits, { isAwaited: true, opened }).outcome;
        if (!outcome.ok) return outcome.error.messages;
      }
      // Offline, the selected image is kept for another try. The rest is saved.
      if (finished === 'done') onClose();
      return [];
    },
  });
  return { kind, item, opened, form, image, isEnabled, setEnabled, onClose };
}

interface EditFormProps {
  readonly editing: Omit<Editing<EditedItem, never>, 'form'> & {
    readonly form: Pick<FormState<never>, 'errors' | 'inFields' | 'errorsId' | 'isPending' | 'onSubmit'>;
  };
  /** The choice of an icon. It may hide the image. */
  readonly icon?: ReactNode;
  readonly hasImage?: boolean;
  /** The fields. */
  readonly children: ReactNode;
}

export function EditForm({ editing, icon, hasImage = true, children }: EditFormProps) {
  const { kind, item, form, image, isEnabled, setEnabled, onClose } = editing;
  return (
    <DialogForm form={form} action="Update" isDisabled={image.isBusy && !form.isPending} onCancel={onClose}>
      {children}
      <Checkbox isSelected={isEnabled} onChange={setEnabled}>
        Enabled
      </Checkbox>
      {icon}
      {hasImage ? <ImageSection kind={kind} imageKey={item.image_s3_key} upload={image} /> : null}
    </DialogForm>
  );
}
