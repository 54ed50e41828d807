import type { ComponentProps } from 'react';

import { TextField } from '#web/ui/fields/text-field.tsx';

type NewUrlFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'type' | 'autoComplete' | 'autoFocus'
>;

/** The url of a new link. */
export function NewUrlField(props: NewUrlFieldProps) {
  return <TextField {...props} label="Url" type="url" autoComplete="off" autoFocus />;
}
