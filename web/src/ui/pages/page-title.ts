/** The heading of a page has this id, and names the main area while that has the focus. */
export const PAGE_TITLE_ID = 'page-title';
