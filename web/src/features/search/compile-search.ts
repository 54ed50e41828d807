import type { Place } from '#web/listing/place/place.ts';
import { firstWeekday } from '@foldmark/library/search/first-weekday';
import { compileQuery } from '@foldmark/library/search/compile-query';
import { folderNamesOf } from '@foldmark/library/search/folder-names';
import { beforeFieldName, beforeUnfinished } from '@foldmark/library/search/unfinished';
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
  /** The text that is searched: without an operator that is being typed. */
  readonly text: string;
  readonly query: SearchQuery;
  /** Compiles another text in the same place. */
  readonly compileOther: (text: string) => OtherSearch;
  /** The text in quotes, if that is another search. */
  readonly quoted: OtherSearch | null;
  /** The text with `or`, `and` and `not` as operators, if it has these words. */
  readonly capitalized: OtherSearch | null;
  /** The list that is searched. A folder is a part of the query, because the folders below it are searched too. */
  readonly list: Place;
  /** The links that the search looks through, for the total. */
  readonly searched: { readonly list: Place; readonly query: LinkQuery | null };
}

interface SearchOf {
  /** The text in the field, without blanks around it. */
  readonly typed: string;
  /** Whether the user may be typing the last word: no blank follows it. */
  readonly isOpen: boolean;
  /** Whether the user was typing a moment ago. */
  readonly isTyping: boolean;
  /** The text whose results show now. Null if no results show. */
  readonly shown: string | null;
  readonly place: SearchPlace | null;
}

/** Compiles a search in a place, or in the whole library. The result is valid until the folders change. */
export function compileSearch(library: Library, options: SearchOf): CompiledSearch {
  const search = compileText(library, options);
  const before = options.isTyping && options.isOpen ? beforeFieldName(options.typed) : null;
  if (before === null || library.links(search.list, 'url', search.query).get().length > 0) return search;
  return compileText(library, { ...options, typed: before });
}

function compileText(library: Library, { typed, isOpen, shown, place }: SearchOf): CompiledSearch {
  const within = place ?? ALL;
  const today = { now: Date.now(), firstWeekday: firstWeekday() };
  const context = { library, folders: folderNamesOf(library.tree), ...today };
  const before = isOpen ? beforeUnfinished(typed, context) : null;
  // Without a word before an operator, the last results stay. A page that opens with an unfinished operator has none: it searches
  // for the text, because showing all links would look like a result.
  const text = before === '' ? (shown ?? typed) : (before ?? typed);
  const compile = (source: string) => compileQuery(source, { library, within, ...today });
  const compileOther = (source: string): OtherSearch => ({ text: source, query: compile(source) });
  const other = (source: string | null) => (source === null ? null : compileOther(source));
  const query = compile(text);
  const list: Place = {
    kind: within.kind === 'folder' ? 'all' : within.kind,
    listId: 'search',
    order: query.hasManyWords ? 'match' : 'url',
  };
  const searchedBy = ({ isTrash }: StatusQuery) =>
    isTrash ? { list: TRASH, query: null } : { list, query: within.kind === 'folder' ? compile('') : null };
  return {
    text,
    query,
    compileOther,
    quoted: other(query.quoted),
    capitalized: other(query.capitalized),
    list,
    searched: query.byStatus === null ? searchedBy(query) : { list, query: compile(EVERYTHING) },
  };
}
