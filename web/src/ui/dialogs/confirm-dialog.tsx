import type { ComponentProps } from 'react';

import { overlay } from '../loading/loadable.tsx';
import { CloseNotLoaded } from '../loading/not-loaded.tsx';

const box = overlay(async () => (await import('./confirm-box.tsx')).ConfirmBox);

export const loadConfirmDialog = box.load;

/** Asks for confirmation before an action without Undo, or one of unexpected size. */
export function ConfirmDialog(props: ComponentProps<typeof box.Component>) {
  return (
    <CloseNotLoaded value={props.onClose}>
      <box.Component {...props} />
    </CloseNotLoaded>
  );
}
