import type { StoredAction } from '@foldmark/contract/stored';
import { useState } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import { useServices } from '#web/hooks/services.ts';
import { numberText } from '@foldmark/library/text/number-text';

type Icons = NonNullable<NonNullable<StoredAction['import']>['icons']>;

/** 'Icons: 12 of 340 sites'. */
export function iconsText({ domains, done, next }: Icons): string {
  if (next !== undefined && next.list < 0) return 'Icons: collecting the sites...';
  return `Icons: ${numberText(done)} of ${numberText(domains)} ${domains === 1 ? 'site' : 'sites'}`;
}

/** Whether icons can be fetched for an import: no job is at it, and it has created links. */
export function canGetIcons({ state, import: imported }: StoredAction): boolean {
  return (
    state === 'done' && imported !== undefined && imported.created > 0 && imported.icons?.next === undefined
  );
}

/** Starts the job that fetches icons for the links of an import. The action's document shows its progress. */
export function useImportIcons(import_id: string) {
  const { api, report } = useServices();
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const getIcons = async (): Promise<void> => {
    setPending(true);
    setErrors([]);
    try {
      const { call } = await api();
      await call('/imports/icons/', { import_id });
    } catch (error) {
      if (!(error instanceof ApiError)) report('The icons of an import could not be fetched.', error);
      setErrors(error instanceof ApiError ? error.messages : ["This couldn't be done. Please try again."]);
    }
    setPending(false);
  };
  return { isPending, errors, getIcons };
}
