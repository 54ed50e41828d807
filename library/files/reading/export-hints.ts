/** Tells the user how to get a file that Foldmark can read. */
export const FIREFOX =
  'In Firefox, open Bookmarks > Manage bookmarks > Import and Backup > Export Bookmarks to HTML.';
export const SAFARI = 'In Safari, choose File > Export > Bookmarks.';
export const ANY_BROWSER = 'Export the bookmarks of your browser as HTML and choose that file.';
