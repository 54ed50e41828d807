import type { Status } from '@foldmark/contract/fields';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';

/** The status of an entry of an import. */
export function statusOf({ trashed }: { readonly trashed?: true }): Status {
  return trashed === true ? STATUS_TRASHED : STATUS_ACTIVE;
}
