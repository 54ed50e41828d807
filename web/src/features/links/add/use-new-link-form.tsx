import type { Link } from '@foldmark/library/entities/entities';
import type { Key } from '@foldmark/library/memory/keys';
import { CircleSlash2 } from 'lucide-react';

import { FolderField } from '#web/listing/picker/folder-field.tsx';
import { useChosenFolder } from '#web/listing/place/use-chosen-folder.ts';
import type { ChosenFolder } from '#web/state/client-state.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import { linkProblems } from '../link-problems.ts';
import { usePasteSeveral } from '../paste/use-paste-urls.ts';
import { SavedNotice } from '../saved/saved-notice.tsx';
import { useReportSaved } from '../saved/use-report-saved.ts';
import { useCreateLink } from './use-create-link.ts';

const NO_FOLDER = { icon: <CircleSlash2 aria-hidden="true" />, name: 'No folder' };

interface NewLinkFormOptions<T> {
  readonly initial: T;
  readonly chosen?: ChosenFolder | null;
  /** How long the form waits for the server. Without it, the form waits for the answer. */
  readonly awaitedMs?: number;
  readonly onCreated: (
    link: { readonly key: Key; readonly answer: Link | null },
    folder: Key | null,
  ) => void | Promise<void>;
  /** Called when the user pastes several urls, which are added without the form. */
  readonly onPasted: (folder: Key | null, texts: T) => void;
  /** Called when the saved link opens in this tab. */
  readonly onOpen?: () => void;
  /** Called after an action with a saved link has replaced creating a link. */
  readonly onDone: (link: Key) => void;
}

/** The form of a new link, with its fields for the url and the folder. */
export function useNewLinkForm<T extends { readonly url: string; readonly name?: string }>(
  options: NewLinkFormOptions<T & Readonly<Record<string, string>>>,
) {
  const { initial, chosen = null, awaitedMs, onCreated, onPasted, ...notice } = options;
  const create = useCreateLink(awaitedMs);
  const { onShow, report } = useReportSaved();
  const { choice, folder, step, choose } = useChosenFolder(chosen);
  const form = useForm({
    initial,
    check: ({ url }) => linkProblems({ url }),
    send: async (texts) => {
      const outcome = await create({ ...texts, folder: folder ?? undefined, step });
      if (!outcome.ok) return outcome.error.messages;
      void report({ url: texts.url, ...outcome });
      await onCreated(outcome, folder);
      return [];
    },
  });
  const field = form.field('url');
  const onPaste = usePasteSeveral(folder, field.onChange, () => {
    onPasted(folder, form.texts);
  });
  return {
    form,
    choice,
    urlField: (
      <>
        <TextField {...field} label="Url" type="url" autoComplete="off" autoFocus onPaste={onPaste} />
        <SavedNotice
          {...notice}
          typed={form.texts.url}
          folder={folder}
          step={step}
          isPending={form.isPending}
          onShow={onShow}
        />
      </>
    ),
    folderField: <FolderField label="Folder" none={NO_FOLDER} folder={folder} onChange={choose} />,
  };
}
