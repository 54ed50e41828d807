import type { Input } from '@foldmark/contract/endpoints';
import type { Link } from '@foldmark/contract/entities';
import { STATUS_ACTIVE } from '@foldmark/contract/limits';
import { completeUrl, domainOf } from '@foldmark/contract/link-url';
import { newLink } from '@foldmark/contract/new-link';

import type { Key } from '#web/sync/library/keys.ts';
import type { LinkRecord, Micros } from '#web/sync/model/records.ts';
import type { CommandOf } from '#web/sync/outbox/command.ts';
import {
  type ActionContext,
  type Awaited,
  type Created,
  type ImagePlace,
  inputOfPlace,
} from '#web/sync/mutations/actions/context.ts';
import { addLinkToFolder } from '#web/sync/mutations/actions/memberships.ts';
import { apiCall, minimalCall, type Mutation, type Outcome } from '#web/sync/mutations/mutation.ts';
import { laneOf } from '#web/sync/mutations/patches.ts';

export interface NewLink {
  readonly url: string;
  /** The folder to add the new link to. */
  readonly folder?: Key | undefined;
}

export type LinkEdits = CommandOf<'update-link'>['edits'];

export function createLink(
  context: ActionContext,
  { url, folder }: NewLink,
  options: Awaited = {},
): Created<Link> {
  const key = context.library.tables.keys.next();
  const outcome = context.mutate(linkCreation(context, { what: 'create-link', link: key, url }), {
    ...options,
    retry: () => void createLink(context, { url, folder }),
  });
  if (folder === undefined) return { key, outcome };
  const added = addLinkToFolder(context, key, folder);
  // Wait until the link is in its folder. A failure to add it there is reported separately.
  return { key, outcome: Promise.all([outcome, added]).then(([created]) => created) };
}

/** `since` is set for a resumed creation: the server may already have a matching link created after it. */
export function linkCreation(
  { library, patches, now }: ActionContext,
  command: CommandOf<'create-link'>,
  since: Micros | null = null,
): Mutation<Link> {
  const { link: key, url: typed } = command;
  const url = completeUrl(typed.trim());
  const created: LinkRecord = {
    ...newLink(key, url),
    created_at: now(),
    updated_at: now(),
  };
  const patch = patches.link(key, (record) => record ?? created);
  return {
    command,
    call: apiCall('/links/create/', () => ({ url: typed })),
    lanes: [laneOf('link', key)],
    patches: [patch],
    title: "Couldn't save the link.",
    started: () => {
      library.tables.expect(
        'link',
        key,
        (kind, record) => kind === 'link' && 'url' in record && record.url === url,
        since,
      );
    },
    answered: (answer) => {
      library.tables.bind('link', key, answer.link_id);
      patch.amend((record) => record ?? { ...created, ...answer });
    },
    createdId: ({ link_id }) => ({ kind: 'link', key, id: link_id }),
    failed: () => {
      library.tables.bind('link', key, null);
    },
  };
}

/** Sent for a deleted link, which the server refuses as missing regardless of the fields. */
const DELETED_FIELDS = { url: '-', name: '-', status_id: STATUS_ACTIVE } as const;

export async function updateLink(
  context: ActionContext,
  key: Key,
  edits: LinkEdits,
  options: Awaited = {},
): Promise<Outcome<Link>> {
  return context.mutate(linkUpdate(context, { what: 'update-link', link: key, edits }), options);
}

export function linkUpdate(context: ActionContext, command: CommandOf<'update-link'>): Mutation<Link> {
  const { link: key, edits } = command;
  const fields = optimisticFields(edits);
  const patch = context.patches.linkFields(key, fields);
  return {
    command,
    call: apiCall('/links/update/', (idOf) => {
      // Includes the changes before this one, but not those after it.
      const now = patch.result() ?? context.library.link(key) ?? DELETED_FIELDS;
      const { url = now.url, name = now.name, status_id = now.status_id } = edits;
      const body: Required<Input<'/links/update/'>> = {
        link_id: idOf('link', key),
        url,
        name,
        status_id,
        domain_name: '',
      };
      return body;
    }),
    lanes: [laneOf('link', key)],
    patches: [patch],
    title: "Couldn't save the link.",
    answered: (answer) => {
      patch.amend((record) => record && { ...record, ...pick(answer, fields) });
    },
  };
}

/** Deletes a link of the trash permanently. */
export function linkDeletion({ patches }: ActionContext, command: CommandOf<'delete-link'>): Mutation<void> {
  const { link: key } = command;
  return {
    command,
    call: minimalCall('/links/delete/', (idOf) => ({ link_id: idOf('link', key) })),
    lanes: [laneOf('link', key)],
    patches: [patches.link(key, () => undefined)],
    title: "Couldn't delete the link.",
  };
}

export async function setLinkImage(
  context: ActionContext,
  key: Key,
  place: ImagePlace | null,
  options: Awaited = {},
): Promise<Outcome<Link>> {
  const image = inputOfPlace(place);
  return context.mutate(linkImage(context, { what: 'set-link-image', link: key, ...image }), options);
}

export function linkImage({ patches }: ActionContext, command: CommandOf<'set-link-image'>): Mutation<Link> {
  const { link: key, s3_bucket, s3_key } = command;
  return {
    command,
    call: apiCall('/links/update-image/', (idOf) => ({ link_id: idOf('link', key), s3_bucket, s3_key })),
    lanes: [laneOf('link', key)],
    patches: [patches.linkFields(key, { image_s3_key: s3_key })],
    title: "Couldn't change the image.",
  };
}

/** Normalizes the edits as the server will. */
function optimisticFields({ url: typed, name, status_id }: LinkEdits): Partial<LinkRecord> {
  const url = typed === undefined ? undefined : completeUrl(typed.trim());
  return {
    ...(url === undefined ? {} : { url, domain_name: domainOf(url) }),
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(status_id === undefined ? {} : { status_id }),
  };
}

/** Picks the edited fields of the answer. The other fields may be newer in the feed. */
function pick(answer: Link, edited: Partial<LinkRecord>): Partial<LinkRecord> {
  const { url, name, status_id, domain_name } = answer;
  return {
    ...(edited.url === undefined ? {} : { url, domain_name }),
    ...(edited.name === undefined ? {} : { name }),
    ...(edited.status_id === undefined ? {} : { status_id }),
  };
}
