import type { Key } from '#library/memory/keys.ts';
import type { Library } from '#library/memory/library.ts';

import { compileQuery } from './compile-query.ts';
import type { SearchQuery } from './compiled-query.ts';
import type { Today } from './dates.ts';
import { folderNamesOf } from './folder-names.ts';
import { beforeUnfinished } from './unfinished.ts';

interface FoundLinks {
  readonly query: SearchQuery;
  /** The best match first. */
  readonly keys: readonly Key[];
}

/** Searches all links for the text of a field. An operator that the user is still typing at its end is left out. */
export function findLinks(library: Library, typed: string, today: Today): FoundLinks {
  const text = typed.trim();
  const isOpen = typed.trimEnd() === typed;
  const before = isOpen
    ? beforeUnfinished(text, { library, folders: folderNamesOf(library.tree), ...today })
    : null;
  // A text that is only an unfinished operator is searched as text, because all links would look like a result.
  const searched = before === null || before === '' ? text : before;
  const query = compileQuery(searched, { library, within: { kind: 'all' }, ...today });
  return { query, keys: library.links({ kind: 'all' }, 'match', query).get() };
}
