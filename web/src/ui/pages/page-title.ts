/** The id of a page's heading. It names the main area while the main area has the focus. */
export const PAGE_TITLE_ID = 'page-title';
