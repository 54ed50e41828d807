/** The heading of a page has this id, and names the main area: a screen reader says it when the focus moves there. */
export const PAGE_TITLE_ID = 'page-title';
