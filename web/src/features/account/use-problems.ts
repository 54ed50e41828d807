import { useState } from 'react';

import type { Problem } from './validate.ts';

interface UseProblems {
  readonly isInvalid: (field: Problem['field']) => boolean;
  /** Marks the fields and answers the messages; focus goes to the first field that is wrong. */
  readonly mark: (problems: readonly Problem[], form: HTMLFormElement) => readonly string[];
}

export function useProblems(): UseProblems {
  const [fields, setFields] = useState<ReadonlySet<Problem['field']>>(new Set());
  return {
    isInvalid: (field) => fields.has(field),
    mark: (problems, form) => {
      setFields(new Set(problems.map(({ field }) => field)));
      for (const { field } of problems) {
        const input = form.elements.namedItem(field);
        if (!(input instanceof HTMLInputElement)) continue;
        input.focus();
        break;
      }
      return problems.map(({ message }) => message);
    },
  };
}
