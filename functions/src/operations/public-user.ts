import type { User } from '@foldmark/contract/entities';

/** What of a profile everybody may be told. */
export function publicUser({ user_id, display_name, avatar }: User): User {
  return { user_id, display_name, avatar };
}
