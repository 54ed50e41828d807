import { useState } from 'react';
import { createPortal } from 'react-dom';

import { SEARCH_FIELD_ID } from '#web/state/search.ts';

import { Count } from './count.tsx';
import { useFieldKeys } from './use-field-keys.ts';
import { useSearchUrl } from './use-search-url.ts';

/** What the field 'search my links' does. The field itself is a part of the header, which also visitors load. */
export function SearchTools() {
  const [field] = useState(() => document.querySelector<HTMLInputElement>(`#${SEARCH_FIELD_ID}`));
  useSearchUrl(field);
  useFieldKeys(field);
  const parent = field?.parentElement ?? null;
  return parent === null ? null : createPortal(<Count />, parent);
}
