import type { Status } from '@foldmark/library/entities/fields';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';

/** The status of an entry of an import. */
export function statusOf({ trashed }: { readonly trashed?: true }): Status {
  return trashed === true ? STATUS_TRASHED : STATUS_ACTIVE;
}
