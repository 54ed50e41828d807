import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { type LinkDraft, useClientState } from '#web/state/client-state.ts';
import { Card } from '#web/ui/pages/card.tsx';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import { FolderField } from './folder-field.tsx';
import { linkProblems } from '../link-problems.ts';
import { NewUrlField } from './new-url-field.tsx';
import { SavedNotice } from '../saved/saved-notice.tsx';
import { sharedLink } from './shared-link.ts';
import { useAddedPlace } from './use-added-place.ts';
import { useCreateLink } from './use-create-link.ts';
import { useNewLinkFolder } from './use-new-link-folder.ts';
import { usePasteSeveral } from '../paste/use-paste-urls.ts';
import { useReportSaved } from '../saved/use-report-saved.ts';

/** The page for bookmarklets, which pass the link in the fragment, and share targets, which pass it in the query. */
export function CreateLinkScreen() {
  const { search, hash } = useLocation();
  const { url, title } = sharedLink(new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`));
  const sharedTexts = { url, name: title };
  return (
    <Card title="Add Url" as="div">
      <PageMeta title="Add Url" description="Save a link." path="/links/create" isUnlisted />
      <CreateLinkForm key={JSON.stringify(sharedTexts)} sharedTexts={sharedTexts} />
    </Card>
  );
}

interface CreateLinkFormProps {
  readonly sharedTexts: { readonly url: string; readonly name: string };
}

function CreateLinkForm({ sharedTexts }: CreateLinkFormProps) {
  const create = useCreateLink();
  const { onShow, report: reportSaved } = useReportSaved();
  const { draft, keep } = useDraft();
  const { choice, folder, step, choose } = useNewLinkFolder(draft?.folder);
  const navigate = useNavigate();
  const placeOf = useAddedPlace();
  const library = useLibrary();
  const form = useForm({
    initial: { url: draft?.url ?? sharedTexts.url, name: draft?.name ?? sharedTexts.name },
    check: ({ url }) => linkProblems({ url }),
    send: async (texts) => {
      const outcome = await create({ ...texts, folder: folder ?? undefined, step });
      if (!outcome.ok) return outcome.error.messages;
      void reportSaved({ url: texts.url, ...outcome });
      await navigate(`/links/${outcome.answer?.link_id ?? outcome.key}`, { replace: true });
      return [];
    },
  });
  useEffect(() => {
    keep({ ...form.texts, folder: choice });
  }, [keep, form.texts, choice]);
  const leave = () => {
    // A shared link that is not saved yet stays.
    if (form.texts.url.trim() === '' && form.texts.name.trim() === '')
      void navigate(placeOf(folder).path, { replace: true });
  };
  const onPaste = usePasteSeveral(folder, form.field('url').onChange, leave);
  return (
    <DialogForm form={form} action="Create" onCancel={() => void navigate('/')}>
      <NewUrlField {...form.field('url')} onPaste={onPaste} />
      <SavedNotice
        typed={form.texts.url}
        folder={folder}
        step={step}
        isPending={form.isPending}
        onShow={onShow}
        onDone={(link) => void navigate(`/links/${library.link(link)?.link_id ?? link}`, { replace: true })}
      />
      <TextField label="Name (optional)" {...form.field('name')} autoComplete="off" />
      <FolderField folder={folder} onChange={choose} />
    </DialogForm>
  );
}

/** The draft of this history entry, so that Back from a search or another page finds what was entered. */
function useDraft() {
  const { key } = useLocation();
  const { linkDrafts } = useClientState();
  const [draft] = useState(() => linkDrafts.get(key));
  const keep = useCallback(
    (entered: LinkDraft) => {
      linkDrafts.set(key, entered);
    },
    [linkDrafts, key],
  );
  return { draft, keep };
}
