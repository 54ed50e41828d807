import { useId, useLayoutEffect } from 'react';

import styles from './below-field.module.css';
import type { Suggestions } from './use-suggestions.ts';

interface SuggestionListProps {
  readonly field: HTMLInputElement;
  readonly suggestions: Suggestions;
}

/** The suggestions below the field. The focus stays in the field, whose aria-activedescendant is the active suggestion. */
export function SuggestionList({ field, suggestions: { options, active, insert } }: SuggestionListProps) {
  const id = useId();
  const isOpen = options.length > 0;
  const activeId = active === -1 ? null : `${id}-${active}`;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    // The attributes are set here, because the field is in the header, which loads without this code.
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', id);
    if (activeId !== null) field.setAttribute('aria-activedescendant', activeId);
    return () => {
      for (const name of ['autocomplete', 'controls', 'activedescendant'])
        field.removeAttribute(`aria-${name}`);
    };
  }, [field, id, isOpen, activeId]);
  if (!isOpen) return null;
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.below}>
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
        <div
          key={option.insert}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          onMouseDown={(event) => {
            // Keeps the focus in the field.
            event.preventDefault();
          }}
          onClick={() => {
            insert(option);
          }}
        >
          <span dir="auto">{option.label}</span>
          {option.description === '' ? null : (
            <span className={styles.description}>
              <bdi>{option.description}</bdi>
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
