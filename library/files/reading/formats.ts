import { ARC_JSON } from './json/arc-json.ts';
import { OMNIVORE_ZIP, POCKET_ZIP } from './zip/archives.ts';
import { CHROME_JSON } from './json/chrome-json.ts';
import { CHROME_TREE_JSON } from './json/chrome-tree-json.ts';
import { FIREFOX_JSON } from './json/firefox-json.ts';
import type { ArchiveFormat, JsonFormat, TextFormat } from './format.ts';
import { GENERIC_JSON } from './json/generic-json.ts';
import { KARAKEEP_JSON } from './json/karakeep-json.ts';
import { LINKWARDEN_JSON } from './json/linkwarden-json.ts';
import { LIST_JSON } from './json/list-json.ts';
import { SECTION_HTML } from './html/section-html.ts';
import { NETSCAPE } from './html/netscape.ts';
import { OPML } from './xml/opml.ts';
import { ORG } from './text/org.ts';
import { OWN_CSV } from './csv/own-csv.ts';
import { OWN_JSON } from './json/own-json.ts';
import { CSV_FORMATS } from './csv/csv-products.ts';
import { SAFARI_PLIST, SAFARI_XML } from './plist/safari-plist.ts';
import { SESSION_BUDDY_JSON, TAB_SESSION_MANAGER_JSON, TOBY_JSON } from './json/tab-sessions-json.ts';
import { URL_TABLE } from './csv/url-table.ts';
import { MARKDOWN_LIST, URL_LIST } from './text/url-list.ts';
import { XBEL } from './xml/xbel.ts';

/** The formats are tried in this order. */

export const TEXT_FORMATS: readonly TextFormat[] = [
  NETSCAPE,
  ...SECTION_HTML,
  OWN_CSV,
  ...CSV_FORMATS,
  OPML,
  XBEL,
  SAFARI_XML,
  ORG,
  // A table whose columns none of the formats above recognizes.
  URL_TABLE,
  // The last two accept every text with lines that begin with a url.
  MARKDOWN_LIST,
  URL_LIST,
];

export const JSON_FORMATS: readonly JsonFormat[] = [
  CHROME_JSON,
  CHROME_TREE_JSON,
  FIREFOX_JSON,
  OWN_JSON,
  SAFARI_PLIST,
  ARC_JSON,
  SESSION_BUDDY_JSON,
  TAB_SESSION_MANAGER_JSON,
  TOBY_JSON,
  KARAKEEP_JSON,
  LINKWARDEN_JSON,
  ...LIST_JSON,
  // Last, because it accepts every list of objects with a url.
  GENERIC_JSON,
];

export const ARCHIVE_FORMATS: readonly ArchiveFormat[] = [POCKET_ZIP, OMNIVORE_ZIP];
