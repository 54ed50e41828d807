import type { Input } from '@foldmark/contract/endpoints';
import type { User } from '@foldmark/contract/entities';

import type { ActionContext, Awaited } from '#web/data/mutations/actions/context.ts';
import { apiCall, type Outcome } from '#web/data/mutations/mutation.ts';

/** The profile is not part of the library: whoever shows it takes it from the answer. */
export async function updateUser(
  { mutate }: ActionContext,
  edits: Input<'/users/update/'>,
  options: Awaited = {},
): Promise<Outcome<User>> {
  return mutate(
    {
      call: apiCall('/users/update/', () => edits),
      lanes: ['user'],
      patches: [],
      title: 'The settings could not be saved.',
    },
    options,
  );
}
