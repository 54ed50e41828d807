import { OMNIVORE_ZIP, POCKET_ZIP } from './archives.ts';
import { LINKDING_JSON, OMNIVORE_JSON, PINBOARD_JSON, WALLABAG_JSON } from './bookmark-list-json.ts';
import { CHROME_JSON } from './chrome-json.ts';
import { FIREFOX_JSON } from './firefox-json.ts';
import type { ArchiveFormat, JsonFormat, TextFormat } from './format.ts';
import { GENERIC_CSV } from './generic-csv.ts';
import { GENERIC_JSON } from './generic-json.ts';
import { INSTAPAPER_HTML } from './instapaper-html.ts';
import { KARAKEEP_JSON } from './karakeep-json.ts';
import { LINKWARDEN_JSON } from './linkwarden-json.ts';
import { NETSCAPE } from './netscape.ts';
import { OPML } from './opml.ts';
import { OWN_CSV } from './own-csv.ts';
import { OWN_JSON } from './own-json.ts';
import { POCKET_HTML } from './pocket-html.ts';
import { RAINDROP_CSV, RAINDROP_IMPORT_CSV } from './raindrop-csv.ts';
import { INSTAPAPER_CSV, POCKET_CSV, READWISE_CSV, WALLABAG_CSV } from './reading-list-csv.ts';
import { MARKDOWN_LIST, URL_LIST } from './url-list.ts';

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
  GENERIC_CSV,
  OPML,
  // The last two take every text with lines that begin with a url.
  MARKDOWN_LIST,
  URL_LIST,
];

export const JSON_FORMATS: readonly JsonFormat[] = [
  CHROME_JSON,
  FIREFOX_JSON,
  OWN_JSON,
  KARAKEEP_JSON,
  LINKWARDEN_JSON,
  WALLABAG_JSON,
  LINKDING_JSON,
  OMNIVORE_JSON,
  PINBOARD_JSON,
  // The last one: it takes every list of objects with a url.
  GENERIC_JSON,
];

export const ARCHIVE_FORMATS: readonly ArchiveFormat[] = [POCKET_ZIP, OMNIVORE_ZIP];
