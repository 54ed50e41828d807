import { openUrls } from '#web/commands/open-urls.ts';
import { useClientState } from '#web/state/client-state.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.ts';

import { countText } from '@foldmark/library/text/count-text';

/** More tabs would freeze the browser. */
const MAX_TABS = 100;

interface OpenManyProps {
  readonly urls: readonly string[];
  readonly onClose: () => void;
}

/** Asks before it opens many tabs. */
export function OpenMany({ urls, onClose }: OpenManyProps) {
  const { toasts } = useClientState();
  const isTooMany = urls.length > MAX_TABS;
  return (
    <ConfirmDialog
      title={`Open ${countText(urls.length, 'link')}?`}
      text={
        isTooMany
          ? `So many tabs would freeze your browser. Only the first ${MAX_TABS} links open.`
          : 'Each link opens in a new tab.'
      }
      confirm={isTooMany ? `Open the first ${MAX_TABS}` : 'Open all'}
      kind="primary"
      onClose={onClose}
      onConfirm={() => {
        openUrls(urls.slice(0, MAX_TABS), toasts);
      }}
    />
  );
}
