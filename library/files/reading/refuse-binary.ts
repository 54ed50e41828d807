import { ANY_BROWSER, FIREFOX } from './export-hints.ts';
import { Refusal } from './refusal.ts';

const IMAGE = `This is an image. ${ANY_BROWSER}`;
const MEDIA = `This is audio or video. ${ANY_BROWSER}`;
const PROGRAM = `This is a program. ${ANY_BROWSER}`;
const ARCHIVE =
  "This is an archive of a kind that Foldmark can't unpack. Unpack it and choose the file with the bookmarks.";
const DOCUMENT = `This is a document of an office program. ${ANY_BROWSER}`;

/** For files of other programs: bytes at an offset, as Latin-1 text, and the hint for the user. */
const MAGIC: readonly (readonly [at: number, bytes: string, hint: string])[] = [
  [
    0,
    'SQLite format 3\0',
    `This is a database, such as places.sqlite of Firefox. Foldmark can't read it. ${FIREFOX}`,
  ],
  [0, '%PDF-', `This is a PDF document. ${ANY_BROWSER}`],
  [0, '\x89PNG', IMAGE],
  [0, '\xff\xd8\xff', IMAGE],
  [0, 'GIF8', IMAGE],
  [6, '\0\0\0\0', IMAGE],
  [8, 'WEBP', IMAGE],
  [0, 'II*\0', IMAGE],
  [0, 'MM\0*', IMAGE],
  [0, '\0\0\x01\0', IMAGE],
  [4, 'ftyphei', IMAGE],
  [4, 'ftypavi', IMAGE],
  [4, 'ftypmif', IMAGE],
  [4, 'ftyp', MEDIA],
  [0, 'ID3\x03', MEDIA],
  [0, 'ID3\x04', MEDIA],
  [0, 'OggS\0', MEDIA],
  [0, 'fLaC\0', MEDIA],
  [8, 'WAVEfmt', MEDIA],
  [8, 'AVI LIST', MEDIA],
  [0, '\x1aE\xdf\xa3', MEDIA],
  [0, 'MZ\x90\0', PROGRAM],
  [0, '\x7fELF', PROGRAM],
  [0, '\xce\xfa\xed\xfe', PROGRAM],
  [0, '\xcf\xfa\xed\xfe', PROGRAM],
  [0, '\xca\xfe\xba\xbe', PROGRAM],
  [0, '\x1f\x8b', ARCHIVE],
  [0, '7z\xbc\xaf', ARCHIVE],
  [0, 'Rar!\x1a', ARCHIVE],
  [0, '\xfd7zXZ', ARCHIVE],
  [0, 'BZh91AY', ARCHIVE],
  [0, '\x28\xb5\x2f\xfd', ARCHIVE],
  [257, 'ustar', ARCHIVE],
  [0, '\xd0\xcf\x11\xe0', DOCUMENT],
  [0, '{\\rtf', DOCUMENT],
];
const START_LENGTH = 512;

/** Refuses files of other programs, with a hint for each kind. */
export function refuseBinary(bytes: Uint8Array): void {
  const start = Array.from(bytes.subarray(0, START_LENGTH), (byte) => String.fromCharCode(byte)).join('');
  const hint = MAGIC.find(([at, magic]) => start.startsWith(magic, at))?.[2];
  if (hint !== undefined) throw new Refusal('not-recognised', hint);
  const controls = Array.from(start).filter((character) => character < '\t').length;
  const isUtf16 = /[^\0]\0[^\0]\0/.test(start) || /\0[^\0]\0[^\0]/.test(start);
  if (controls > start.length / 10 && !isUtf16) {
    throw new Refusal('not-recognised', `This is no text file. ${ANY_BROWSER}`);
  }
}
