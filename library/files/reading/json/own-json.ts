import * as z from 'zod/mini';

import { FOLDER_DETAILS } from '#library/entities/folder.ts';
import { LINK_DETAILS } from '#library/entities/link.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { collectFolders, positionsOf } from '#library/files/reading/collect/folder-lists.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import {
  idOf,
  isRecord,
  isSet,
  listOf,
  recordsOf,
  textOf,
} from '#library/files/reading/collect/json-values.ts';
import { Refusal } from '#library/files/reading/refusal.ts';

const DETAILS = Object.entries(LINK_DETAILS);

/** The version of the format (docs/decisions/038). */
export const OWN_VERSION = 1;

/** Foldmark's own backup. Two of its links can have the same url, so links are never merged. */
export const OWN_JSON: JsonFormat = {
  kind: 'foldmark-json',
  matches: (value) => isRecord(value) && typeof value['foldmark'] === 'number',
  read: (value, collector) => {
    const file = isRecord(value) ? value : {};
    if (Number(file['foldmark']) > OWN_VERSION) {
      throw new Refusal(
        'not-recognised',
        'A newer version of Foldmark wrote this file. Update Foldmark: reload the page, then choose the file again.',
      );
    }
    const positions = collectFolders(
      recordsOf(file['folders']).map((folder, index) => ({
        id: idOf(folder['id']) ?? `at ${index}`,
        parent: idOf(folder['parent']),
        name: textOf(folder['name']) ?? '',
        favorite: isSet(folder['favorite']),
        trashed: isSet(folder['trashed']),
        exact: true,
        ...iconOf(folder['icon'], collector),
      })),
      collector,
    );
    readLinks(listOf(file['links']), positions, collector);
    return 'Foldmark';
  },
};

function iconOf(value: unknown, collector: Collector): { readonly icon?: string } {
  if (value === undefined || value === '') return {};
  const icon = z.safeParse(FOLDER_DETAILS.icon.edit, value);
  if (icon.success) return { icon: icon.data };
  collector.tell('Some folders have an icon that this version of Foldmark does not know. It was left out.');
  return {};
}

/** The links of the file are numbered from 1. A mark can also name a later link. */
function readLinks(
  links: readonly unknown[],
  folders: ReadonlyMap<string, number>,
  collector: Collector,
): void {
  const read = links.map((link) => readLink(link, folders, collector));
  for (const [index, link] of links.entries()) {
    for (const number of isRecord(link) ? listOf(link['distinct_from']) : []) {
      const [left, right] = [read[index] ?? null, read[Number(number) - 1] ?? null];
      if (left !== null && right !== null) collector.distinct(left, right);
      else
        collector.tell('Some marks "no duplicates" name links that are not in the file. They were left out.');
    }
  }
}

function readLink(value: unknown, folders: ReadonlyMap<string, number>, collector: Collector): number | null {
  if (!isRecord(value)) {
    collector.skip('not-a-link', '', textOf(value));
    return null;
  }
  const link = Fields.of(value);
  link.ignore('distinct_from');
  return link.collect(
    {
      url: link.text('url'),
      title: link.text('name'),
      created: link.get('created_at'),
      folders: positionsOf(listOf(link.get('folders')).map(idOf), folders),
      description: link.text('description'),
      ...detailsOf(link),
      favorite: link.flag('favorite'),
      trashed: link.flag('trashed'),
      distinct: true,
    },
    collector,
  );
}

/** The user's details of a link, as listed in LINK_DETAILS. */
function detailsOf(link: Fields): Readonly<Record<string, unknown>> {
  const details: Record<string, unknown> = {};
  for (const [name, { isValue, missing }] of DETAILS) {
    const value = link.get(name);
    details[name] = isValue(value) ? value : missing;
  }
  return details;
}
