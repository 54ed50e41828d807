import type { Place } from '#web/listing/place/place.ts';
import { compileQuery } from '@foldmark/library/search/compile-query';
import type { SearchQuery } from '@foldmark/library/search/compiled-query';
import type { LinkQuery, StatusQuery } from '@foldmark/library/memory/link-query';
import type { Library } from '@foldmark/library/memory/library';

import type { SearchPlace } from './search-place.ts';

const ALL: Place = { kind: 'all' };
const TRASH: Place = { kind: 'trash' };
/** Matches every link, also in the trash. */
const EVERYTHING = 'is:trash OR -is:trash';

/** A search that the user may have meant. */
export interface OtherSearch {
  readonly text: string;
  readonly query: SearchQuery;
}

export interface CompiledSearch {
  readonly query: SearchQuery;
  /** The text in quotes, if that is another search. */
  readonly quoted: OtherSearch | null;
  /** The text with `or`, `and` and `not` as operators, if it has these words. */
  readonly capitalized: OtherSearch | null;
  /** The list that is searched. A folder is a part of the query, because the folders below it are searched too. */
  readonly list: Place;
  /** The links that the search looks through, for the total. */
  readonly searched: { readonly list: Place; readonly query: LinkQuery | null };
}

/** Compiles a search in a place, or in the whole library. The result is valid until the folders change. */
export function compileSearch(library: Library, text: string, place: SearchPlace | null): CompiledSearch {
  const within = place ?? ALL;
  const list: Place = { kind: within.kind === 'folder' ? 'all' : within.kind, listId: 'search' };
  const compile = (source: string) => compileQuery(source, { library, within });
  const other = (source: string | null) =>
    source === null ? null : { text: source, query: compile(source) };
  const query = compile(text);
  const searchedBy = ({ isTrash }: StatusQuery) =>
    isTrash ? { list: TRASH, query: null } : { list, query: within.kind === 'folder' ? compile('') : null };
  return {
    query,
    quoted: other(query.quoted),
    capitalized: other(query.capitalized),
    list,
    searched: query.byStatus === null ? searchedBy(query) : { list, query: compile(EVERYTHING) },
  };
}
