import * as z from 'zod/mini';

import type { ReadSample } from './read-sample.ts';

const path = z.array(z.string());
/** The expected result of a fixture. Allows leniency where readers may differ. `*` matches any folder name. */
export const expectationSchema = z.object({
  file: z.string(),
  outcome: z.optional(z.enum(['ok', 'partial', 'refused'])),
  reason: z.optional(z.string()),
  entries: z.optional(z.number()),
  merged: z.optional(z.number()),
  folders: z.optional(z.array(path)),
  foldersOptional: z.optional(z.array(path)),
  folderNamesAny: z.optional(z.record(z.string(), z.array(z.string()))),
  linksOptional: z.optional(z.array(z.string())),
  skipped: z.optional(z.array(z.object({ reason: z.string(), url: z.string(), title: z.string() }))),
  links: z.optional(
    z.array(
      z.object({
        url: z.string(),
        urlAny: z.optional(z.array(z.string())),
        title: z.string(),
        titleAny: z.optional(z.array(z.string())),
        titleIsUrl: z.optional(z.boolean()),
        created: z.nullable(z.string()),
        /** The tolerance in seconds. */
        createdWithin: z.optional(z.number()),
        folders: z.array(path),
        foldersAny: z.optional(z.array(z.array(path))),
        tags: z.array(z.string()),
        tagsAny: z.optional(z.array(z.array(z.string()))),
        note: z.string(),
        noteAny: z.optional(z.array(z.string())),
        noteContains: z.optional(z.boolean()),
        favorite: z.optional(z.boolean()),
        favoriteOptional: z.optional(z.boolean()),
      }),
    ),
  ),
});
export type Expectation = z.infer<typeof expectationSchema>;
type ExpectedLink = NonNullable<Expectation['links']>[number];
type ReadLink = ReadSample['links'][number];

/** The differences between the result of a fixture and its expectation. Empty if there are none. */
export function differences(actual: ReadSample, expected: Expectation): string[] {
  return [
    ...(expected.links === undefined ? [] : linkDifferences(actual, expected, expected.links)),
    ...(expected.folders === undefined ? [] : folderDifferences(actual, expected, expected.folders)),
    ...skippedDifferences(actual, expected.skipped ?? []),
    ...(expected.outcome === 'partial' && actual.told.length === 0 ? ['the loss is not told'] : []),
    ...(expected.entries === undefined || expected.entries === actual.entries
      ? []
      : [`${actual.entries} entries`]),
    ...(expected.merged === undefined || expected.merged === actual.merged
      ? []
      : [`${actual.merged} merged`]),
  ];
}

function linkDifferences(
  actual: ReadSample,
  expected: Expectation,
  links: readonly ExpectedLink[],
): string[] {
  const left = new Set(actual.links);
  const found = links.flatMap((link) => {
    const urls = new Set([link.url, ...(link.urlAny ?? [])]);
    const match = [...left].find(({ url }) => urls.has(url));
    if (match === undefined)
      return expected.linksOptional?.includes(link.url) === true ? [] : [`missing ${link.url}`];
    left.delete(match);
    return fieldDifferences(match, link, expected.folderNamesAny ?? {});
  });
  return [...found, ...[...left].map(({ url }) => `too many: ${url}`)];
}

function fieldDifferences(
  actual: ReadLink,
  expected: ExpectedLink,
  names: NonNullable<Expectation['folderNamesAny']>,
): string[] {
  const titles = expected.titleIsUrl === true ? [actual.url] : [expected.title, ...(expected.titleAny ?? [])];
  const notes = [expected.note, ...(expected.noteAny ?? [])];
  const folders = [expected.folders, ...(expected.foldersAny ?? [])];
  const tags = [expected.tags, ...(expected.tagsAny ?? [])];
  const differing = {
    title: !titles.includes(actual.title),
    created: !isSameDate(actual.created, expected),
    folders: !folders.some((set) => isSameSet(set, actual.folders, names)),
    tags: !tags.some((set) => keyOf(set.toSorted()) === keyOf(actual.tags.toSorted())),
    note:
      expected.noteContains === true ? !actual.note.includes(expected.note) : !notes.includes(actual.note),
    favorite:
      expected.favorite !== undefined &&
      expected.favoriteOptional !== true &&
      expected.favorite !== (actual.favorite ?? false),
  };
  return Object.entries(differing).flatMap(([field, differs]) =>
    differs ? [`${expected.url}: ${field} of ${keyOf(actual)}`] : [],
  );
}

function isSameDate(actual: string | null, { created, createdWithin = 0 }: ExpectedLink): boolean {
  if (actual === null || created === null) return actual === created;
  return Math.abs(Date.parse(actual) - Date.parse(created)) <= createdWithin * 1000;
}

function isSameSet(
  expected: readonly string[][],
  actual: readonly string[][],
  names: NonNullable<Expectation['folderNamesAny']>,
): boolean {
  return (
    expected.length === actual.length &&
    expected.every((one) => actual.some((other) => isSamePath(one, other, names)))
  );
}

function isSamePath(
  expected: readonly string[],
  actual: readonly string[],
  names: NonNullable<Expectation['folderNamesAny']>,
): boolean {
  return (
    expected.length === actual.length &&
    expected.every(
      (name, i) => name === '*' || name === actual[i] || names[name]?.includes(actual[i] ?? '') === true,
    )
  );
}

function folderDifferences(
  actual: ReadSample,
  expected: Expectation,
  folders: readonly string[][],
): string[] {
  const names = expected.folderNamesAny ?? {};
  const among = (one: readonly string[], list: readonly string[][]) =>
    list.some((other) => isSamePath(other, one, names));
  const optional = expected.foldersOptional ?? [];
  const missing = folders.filter(
    (folder) => !actual.folders.some((other) => isSamePath(folder, other, names)) && !among(folder, optional),
  );
  const more = actual.folders.filter((folder) => !among(folder, folders) && !among(folder, optional));
  return [
    ...missing.map((one) => `missing folder ${keyOf(one)}`),
    ...more.map((one) => `too many: folder ${keyOf(one)}`),
  ];
}

function skippedDifferences(actual: ReadSample, expected: NonNullable<Expectation['skipped']>): string[] {
  const [mine, others] = [skippedKeys(actual.skipped), skippedKeys(expected)];
  return keyOf(mine) === keyOf(others) ? [] : [`skipped ${keyOf(mine)} instead of ${keyOf(others)}`];
}

function skippedKeys(list: readonly { readonly reason: string; readonly title: string }[]): string[] {
  return list.map(({ reason, title }) => `${reason} ${title}`).toSorted();
}

function keyOf(value: unknown): string {
  return JSON.stringify(value);
}
