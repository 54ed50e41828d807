import { memo, type RefObject, useState } from 'react';
import { createPortal } from 'react-dom';

import { useClientState } from '#web/state/client-state.ts';
import { SEARCH_FIELD_ID } from '#web/state/search.ts';
import { useStore } from '#web/state/use-store.ts';

import { Count } from './count.tsx';
import { FieldTips } from './field-tips.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { useFieldKeys } from './use-field-keys.ts';
import { usePreparedLists } from './use-prepared-lists.ts';
import { useSearchUrl } from './use-search-url.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTips } from './use-tips.ts';

interface SearchToolsProps {
  /** The history entry in which the text was begun, perhaps before this code had loaded. Null without a text. */
  readonly typedIn: string | null;
  /** The last key that was pressed in the field before this code had loaded. */
  readonly earlyKey: RefObject<string | null>;
}

/** The behaviour of the field 'search my links'. The field itself is in the header, which visitors load too. */
export function SearchTools({ typedIn, earlyKey }: SearchToolsProps) {
  const [field] = useState(() => document.querySelector<HTMLInputElement>(`#${SEARCH_FIELD_ID}`));
  useSearchUrl(field, typedIn);
  usePreparedLists();
  const area = field?.parentElement ?? null;
  return field === null || area === null
    ? null
    : createPortal(<BelowField field={field} earlyKey={earlyKey} />, area);
}

interface BelowFieldProps extends Pick<SearchToolsProps, 'earlyKey'> {
  readonly field: HTMLInputElement;
}

const BelowField = memo(function BelowField({ field, earlyKey }: BelowFieldProps) {
  const text = useStore(useClientState().search);
  const suggestions = useSuggestions(field, text);
  useFieldKeys(field, { pressFirst: suggestions.press, earlyKey });
  const hasTips = useTips(field, text);
  return (
    <>
      <Count suggested={suggestions.options.length} />
      <SuggestionList field={field} suggestions={suggestions} />
      {hasTips ? <FieldTips field={field} /> : null}
    </>
  );
});
