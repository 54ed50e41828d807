import type { Plugin } from 'vite';

const COMPARE = /static compareSegments\((?<left>\w+), (?<right>\w+)\) \{/;

/**
 * Lets Firestore's SDK find at once that two equal segments of a path are equal. It compares them character by character, and
 * all our paths begin with `users` and the same id. A tab that hears of thousands of changes was busy with that for half of the
 * time (docs/decisions/006).
 */
export function equalPathSegments(): Plugin {
  let isDone = false;
  return {
    name: 'equal-path-segments',
    apply: 'build',
    transform: {
      filter: { id: /@firebase\/firestore\/dist\//, code: COMPARE },
      handler: (code) => {
        isDone = true;
        return { code: withEqualSegments(code), map: null };
      },
    },
    buildEnd: (error) => {
      if (error === undefined && !isDone) throw new Error('The SDK has no compareSegments any more.');
    },
  };
}

export function withEqualSegments(code: string): string {
  return code.replace(COMPARE, '$& if ($<left> === $<right>) return 0;');
}
