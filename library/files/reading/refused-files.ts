import type { RefusalReason } from '#library/files/library-file.ts';

import { ANY_BROWSER, SAFARI } from './export-hints.ts';
import { isRecord, listOf } from './collect/json-values.ts';
import { Refusal } from './refusal.ts';

const PASSWORDS_HINT =
  'This file holds passwords. Nothing of it was read. Delete it when you no longer need it, and export your bookmarks instead.';

const HEADER_MAX_LENGTH = 20_000;
/** The number of entries of a list that are searched for secrets. */
const SECRET_ENTRIES_COUNT = 100;
const SECRET_COLUMN =
  /^(?:(?:login_?)?passwords?|login_?totp|otpauth|passwort|kennwort|mot de passe|contraseña|senha)$/i;

/** Refuses the export of a password manager before any format sees it. */
export function refusePasswords(text: string): void {
  const lines = text
    .slice(0, HEADER_MAX_LENGTH)
    .trimStart()
    .split(/[\r\n]+/, 2);
  for (const line of lines) {
    const cells = line.split(/[,;\t]/).map((cell) => cell.replaceAll('"', '').trim());
    if (cells.length > 1 && cells.some((cell) => SECRET_COLUMN.test(cell))) throw passwords();
    // Excel's line about the separator can come before the header.
    if (!/^"?sep=/i.test(line)) return;
  }
}

function hasSecretKey(entry: unknown): boolean {
  return isRecord(entry) && Object.keys(entry).some((key) => SECRET_COLUMN.test(key));
}

/** Refuses the JSON of a password manager. */
export function refuseSecretJson(value: unknown): void {
  if (listOf(value).slice(0, SECRET_ENTRIES_COUNT).some(hasSecretKey)) throw passwords();
  if (!isRecord(value)) return;
  const isBitwarden = 'encrypted' in value && 'items' in value;
  const isFirefox = 'logins' in value && ('nextId' in value || 'potentiallyVulnerablePasswords' in value);
  if (isBitwarden || isFirefox) throw passwords();
}

const PLIST = `This is a property list of Apple without bookmarks of Safari. ${SAFARI}`;

const MARKUP: readonly (readonly [RegExp, RefusalReason, string])[] = [
  [/<!doctype plist|<plist\b/i, 'not-recognised', PLIST],
  [
    /<(?:rss|feed|rdf:RDF)\b/i,
    'not-recognised',
    'This is a feed of articles. Foldmark reads files with bookmarks, and lists of feeds as OPML.',
  ],
  [/<svg\b/i, 'not-recognised', `This is an image. ${ANY_BROWSER}`],
  [
    /<(?:!doctype html|html|head|body|div|p|a|ul|ol|table|script|meta|title|h[1-6]|nav|main)\b/i,
    'no-bookmark-file',
    `This is a web page, and its links are no bookmarks of yours. ${ANY_BROWSER}`,
  ],
];

/** The refusal of HTML or XML that no format recognizes. */
export function unknownMarkup(text: string): Refusal {
  const head = text.slice(0, HEADER_MAX_LENGTH);
  const [, reason, hint] = MARKUP.find(([sign]) => sign.test(head)) ?? [];
  return reason === undefined || hint === undefined ? unknownText() : new Refusal(reason, hint);
}

export function unknownPlist(): Refusal {
  return new Refusal('not-recognised', PLIST);
}

export function unknownText(): Refusal {
  return new Refusal('not-recognised', `Foldmark finds no bookmarks in this file. ${ANY_BROWSER}`);
}

export function unknownJson(): Refusal {
  return new Refusal(
    'not-recognised',
    'This JSON file holds no bookmarks that Foldmark knows. Export the bookmarks as HTML or CSV instead, if the program can do that.',
  );
}

export function brokenJson(): Refusal {
  return new Refusal('broken', 'This JSON file is damaged. Export it again.');
}

/** The refusal of a zip without bookmarks. */
export function unknownArchive(names: readonly string[]): Refusal {
  const isDocument = names.some((name) => name === '[Content_Types].xml' || name === 'mimetype');
  return new Refusal(
    'not-recognised',
    isDocument
      ? `This is a document of an office program or a book. ${ANY_BROWSER}`
      : 'Foldmark finds no file with bookmarks in this zip. Unpack it and choose the file with the bookmarks.',
  );
}

function passwords(): Refusal {
  return new Refusal('passwords', PASSWORDS_HINT);
}
