import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

import { countText } from './items/count-text.ts';
import { useOpenLinks } from './items/use-open-links.ts';

interface OpenManyProps {
  readonly urls: readonly string[];
  readonly onClose: () => void;
}

/** Asks before it opens many tabs. */
export function OpenMany({ urls, onClose }: OpenManyProps) {
  const openLinks = useOpenLinks();
  return (
    <ConfirmDialog
      title={`Open ${countText(urls.length, 'link')}?`}
      text="Each link opens in a new tab."
      confirm="Open all"
      kind="primary"
      onClose={onClose}
      onConfirm={() => {
        openLinks(urls);
      }}
    />
  );
}
