import {
  FOLDER_NAME_MAX_LENGTH,
  IMPORT_FOLDERS_MAX_DEPTH,
  LINK_NAME_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  URL_MAX_LENGTH,
} from '#library/entities/limits.ts';
import { placeholderName } from '#library/entities/link-url.ts';
import { expect, test } from 'vitest';

import { TOP, type LibraryFile } from '#library/files/library-file.ts';

import { readLibrary } from './read-library.ts';
import { mutate, seededRandom } from './testing/mutate.ts';
import { SAMPLES } from './testing/samples.ts';

/** Set `FUZZ_CASES=100000` for a long run, and `FUZZ_SEED` for other random cases. */
const CASES = Number(process.env['FUZZ_CASES'] ?? '300');
const SEED = Number(process.env['FUZZ_SEED'] ?? '18');
const NOW = Date.UTC(2026, 10, 22);
const CONTROLS = /\p{Cc}/u;

test('every sample is read', async () => {
  for (const [kind, bytes] of SAMPLES) {
    const result = await readLibrary(bytes, NOW);
    expect('refused' in result ? `${kind}: ${result.hint}` : result.links.length).toBeGreaterThan(0);
  }
});

test(
  'damaged and hostile files are read or refused, and every entry is accounted for',
  async () => {
    const random = seededRandom(SEED);
    const samples = [...SAMPLES.values()];
    const slowest = { ms: 0, index: 0 };
    const problems: string[] = [];
    let read = 0;
    for (let index = 0; index < CASES; index += 1) {
      const bytes = mutate(samples, random);
      const start = performance.now();
      const problem = await problemOf(bytes);
      const ms = performance.now() - start;
      if (ms > slowest.ms) Object.assign(slowest, { ms, index });
      if (problem === null) read += 1;
      else if (problem !== 'refused') problems.push(`${problem} in case ${index}: ${excerpt(bytes)}`);
    }
    if (CASES > 1000) console.info(`${read} of ${CASES} files were read. The slowest:`, slowest);
    expect(problems.slice(0, 5)).toEqual([]);
    // If most mutations led to refusals, the test would prove nothing.
    expect(read).toBeGreaterThan(CASES / 3);
  },
  30_000 + CASES * 50,
);

/** Returns null for a sound result, 'refused' for a refusal, or else the first problem. */
async function problemOf(bytes: Uint8Array): Promise<string | null> {
  try {
    const result = await readLibrary(bytes, NOW);
    if (!('refused' in result)) return firstProblem(result);
    return result.hint === '' ? 'a refusal without a hint' : 'refused';
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

function firstProblem(file: LibraryFile): string | null {
  const { entries, links, merged, skipped } = file;
  if (entries !== links.length + merged + skipped.length || merged < 0) return 'entries without account';
  return folderProblem(file) ?? linkProblem(file) ?? textProblem(file);
}

function folderProblem({ folders }: LibraryFile): string | null {
  const depths: number[] = [];
  for (const [position, { name, parent }] of folders.entries()) {
    if (parent !== TOP && !(parent >= 0 && parent < position)) return 'a folder before its parent';
    depths.push((depths[parent] ?? 0) + 1);
    if (name === '' || name.length > FOLDER_NAME_MAX_LENGTH) return 'a name of a wrong length';
  }
  return Math.max(0, ...depths) > IMPORT_FOLDERS_MAX_DEPTH ? 'folders that are too deep' : null;
}

function linkProblem({ folders, kind, links }: LibraryFile): string | null {
  // Our own backup restores any url that the API accepts.
  const isOwn = kind === 'foldmark-json';
  for (const link of links) {
    if (link.url === '' || link.url.length > URL_MAX_LENGTH) return 'a url of a wrong length';
    if (!isOwn && !/^(?:https?|ftp|mailto):/i.test(link.url)) return `the url ${link.url}`;
    if (!isOwn && !URL.canParse(link.url)) return `the url ${link.url}`;
    if (link.title === '' || link.title.length > LINK_NAME_MAX_LENGTH) return 'a title of a wrong length';
    if (link.note.length > NOTE_MAX_LENGTH) return 'a note that is too long';
    if (link.created !== null && new Date(link.created).toISOString() !== link.created) return 'a wrong date';
    if (link.folders.length === 0 || new Set(link.folders).size < link.folders.length) return 'wrong folders';
    if (link.folders.some((folder) => folder !== TOP && folders[folder] === undefined))
      return 'an unknown folder';
  }
  return null;
}

function textProblem({ folders, kind, links, skipped, told }: LibraryFile): string | null {
  const lines = [
    ...folders.map(({ name }) => name),
    // Not the placeholder of a link without a title, because that is the url as the file spells it.
    ...links.flatMap(({ title, url }) => (title === placeholderName(url) ? [] : [title])),
    ...links.flatMap(({ tags }) => tags),
    ...skipped.map(({ title }) => title),
  ];
  const texts = [...lines, ...links.map(({ note }) => note), ...links.map(({ url }) => url), ...told];
  if (texts.some((text) => !text.isWellFormed())) return 'half a surrogate pair';
  if (kind !== 'foldmark-json' && lines.some((line) => CONTROLS.test(line))) return 'a control character';
  return null;
}

function excerpt(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(bytes.subarray(0, 1000)));
}
