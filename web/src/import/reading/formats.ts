import { ARC_JSON } from './arc-json.ts';
import { OMNIVORE_ZIP, POCKET_ZIP } from './archives.ts';
import { LINKDING_JSON, OMNIVORE_JSON, PINBOARD_JSON, WALLABAG_JSON } from './bookmark-list-json.ts';
import { CHROME_JSON } from './chrome-json.ts';
import { CHROME_TREE_JSON } from './chrome-tree-json.ts';
import { DIIGO_CSV, LINKACE_CSV, MATTER_CSV } from './tagged-csv.ts';
import { FIREFOX_JSON } from './firefox-json.ts';
import type { ArchiveFormat, JsonFormat, TextFormat } from './format.ts';
import { GENERIC_CSV } from './generic-csv.ts';
import { GENERIC_JSON } from './generic-json.ts';
import { INSTAPAPER_HTML } from './instapaper-html.ts';
import { KARAKEEP_JSON } from './karakeep-json.ts';
import { LINKWARDEN_JSON } from './linkwarden-json.ts';
import { LOOSE_LIST_JSON } from './loose-list-json.ts';
import { NETSCAPE } from './netscape.ts';
import { OPML } from './opml.ts';
import { ORG } from './org.ts';
import { OWN_CSV } from './own-csv.ts';
import { OWN_JSON } from './own-json.ts';
import { POCKET_HTML } from './pocket-html.ts';
import { RAINDROP_CSV, RAINDROP_IMPORT_CSV } from './raindrop-csv.ts';
import { INSTAPAPER_CSV, POCKET_CSV, READWISE_CSV, WALLABAG_CSV } from './reading-list-csv.ts';
import { SAFARI_PLIST, SAFARI_XML } from './safari-plist.ts';
import { SESSION_BUDDY_JSON, TAB_SESSION_MANAGER_JSON, TOBY_JSON } from './tab-sessions-json.ts';
import { URL_TABLE } from './url-table.ts';
import { MARKDOWN_LIST, URL_LIST } from './url-list.ts';
import { XBEL } from './xbel.ts';

/** Formats are asked in this order. */

export const TEXT_FORMATS: readonly TextFormat[] = [
  NETSCAPE,
  POCKET_HTML,
  INSTAPAPER_HTML,
  OWN_CSV,
  RAINDROP_CSV,
  RAINDROP_IMPORT_CSV,
  READWISE_CSV,
  INSTAPAPER_CSV,
  POCKET_CSV,
  WALLABAG_CSV,
  DIIGO_CSV,
  LINKACE_CSV,
  MATTER_CSV,
  GENERIC_CSV,
  OPML,
  XBEL,
  SAFARI_XML,
  ORG,
  // A table that none of the above knows by its columns.
  URL_TABLE,
  // The last two take every text with lines that begin with a url.
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
  WALLABAG_JSON,
  LINKDING_JSON,
  OMNIVORE_JSON,
  ...LOOSE_LIST_JSON,
  PINBOARD_JSON,
  // The last one: it takes every list of objects with a url.
  GENERIC_JSON,
];

export const ARCHIVE_FORMATS: readonly ArchiveFormat[] = [POCKET_ZIP, OMNIVORE_ZIP];
