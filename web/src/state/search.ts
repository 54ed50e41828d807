/** The keyboard shortcut and the search find the field 'search my links' by this id. */
export const SEARCH_FIELD_ID = 'search-my-links';

/** The path of the results. The query has the text. */
export const SEARCH_PATH = '/search';
