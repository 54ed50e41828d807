import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useEntryDraft } from '#web/hooks/use-entry-draft.ts';
import { useClientState } from '#web/state/client-state.ts';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card } from '#web/ui/pages/card.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';

import { sharedLink } from './shared-link.ts';
import { useAddedPlace } from './use-added-place.ts';
import { useNewLinkForm } from './use-new-link-form.tsx';

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
  const { draft, keep } = useEntryDraft(useClientState().linkDrafts);
  const navigate = useNavigate();
  const placeOf = useAddedPlace();
  const library = useLibrary();
  const { form, choice, urlField, folderField } = useNewLinkForm({
    initial: { url: draft?.url ?? sharedTexts.url, name: draft?.name ?? sharedTexts.name },
    chosen: draft?.folder ?? null,
    onCreated: async ({ key, answer }) => navigate(`/links/${answer?.link_id ?? key}`, { replace: true }),
    onPasted: (folder, { url, name }) => {
      // A shared link that is not saved yet stays.
      if (url.trim() === '' && name.trim() === '') void navigate(placeOf(folder).path, { replace: true });
    },
    onDone: (link) => void navigate(`/links/${library.link(link)?.link_id ?? link}`, { replace: true }),
  });
  useEffect(() => {
    keep({ ...form.texts, folder: choice });
  }, [keep, form.texts, choice]);
  return (
    <DialogForm form={form} action="Create" onCancel={() => void navigate('/')}>
      {urlField}
      <TextField label="Name (optional)" {...form.field('name')} autoComplete="off" />
      {folderField}
    </DialogForm>
  );
}
