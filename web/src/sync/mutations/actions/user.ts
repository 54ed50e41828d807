import type { User } from '@foldmark/contract/entities';

import type { CommandOf } from '#web/sync/outbox/command.ts';
import type { ActionContext, Awaited } from '#web/sync/mutations/actions/context.ts';
import { apiCall, type Mutation, type Outcome } from '#web/sync/mutations/mutation.ts';

export type UserEdits = CommandOf<'update-user'>['edits'];

export async function updateUser(
  context: ActionContext,
  edits: UserEdits,
  options: Awaited = {},
): Promise<Outcome<User>> {
  return context.mutate(userChange(context, { what: 'update-user', edits }), options);
}

/** The profile is not part of the library, so it is updated from the answer and not by a patch. */
export function userChange(
  { userChanged }: ActionContext,
  command: CommandOf<'update-user'>,
): Mutation<User> {
  return {
    command,
    call: apiCall('/users/update/', () => command.edits),
    lanes: ['user'],
    patches: [],
    title: "Couldn't save the settings.",
    answered: userChanged,
  };
}
