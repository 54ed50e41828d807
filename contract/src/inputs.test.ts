import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ENDPOINTS } from './endpoint-table.ts';
import type { Path } from './endpoints.ts';
import { DISPLAY_NAME_MAX_LENGTH, FOLDER_NAME_MAX_LENGTH } from '@foldmark/library/entities/limits';

function errorsOf(path: Path, body: unknown): string[] {
  const result = z.safeParse(ENDPOINTS[path].input, body);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
}

function parsed(path: Path, body: unknown): unknown {
  return z.parse(ENDPOINTS[path].input, body);
}

describe('inputs', () => {
  test('report a missing url and a missing name together, with the texts of the error catalogue', () => {
    expect(errorsOf('/links/update/', { link_id: 1, url: '  ', name: '\t', status_id: 1 })).toEqual([
      'Please enter a url.',
      'Please enter a name.',
    ]);
    expect(errorsOf('/links/update/', { link_id: 1, url: null, name: null })).toEqual([
      'Please enter a url.',
      'Please enter a name.',
    ]);
  });

  test('of an update contain only the given fields', () => {
    expect(parsed('/links/update/', { link_id: 1, status_id: 2 })).toEqual({ link_id: 1, status_id: 2 });
    expect(parsed('/folders/update/', { folder_id: 1, if: { name: 'a' } })).toEqual({
      folder_id: 1,
      if: { name: 'a' },
    });
    expect(parsed('/users/update/', {})).toEqual({});
  });

  test('are trimmed, and a url gets a scheme if it has none', () => {
    expect(parsed('/links/create/', { url: ' example.com/a ' })).toEqual({ url: 'https://example.com/a' });
  });

  test('trim names before checking their length', () => {
    const name = 'x'.repeat(FOLDER_NAME_MAX_LENGTH);
    expect(parsed('/folders/create/', { name: ` ${name}\n` })).toMatchObject({ name });
    expect(errorsOf('/folders/create/', { name: `${name}x` })).toEqual([
      `name can have at most ${FOLDER_NAME_MAX_LENGTH} characters.`,
    ]);
    expect(
      parsed('/links/update/', { link_id: 1, url: 'x.example', name: '\ta b ', status_id: 1 }),
    ).toMatchObject({
      name: 'a b',
    });
    const display_name = 'x'.repeat(DISPLAY_NAME_MAX_LENGTH);
    expect(parsed('/users/update/', { display_name: ` ${display_name} ` })).toEqual({ display_name });
    expect(parsed('/users/update/', { display_name: '  ' })).toEqual({ display_name: '' });
  });

  test('get the replacement character for an unpaired surrogate', () => {
    expect(parsed('/folders/create/', { name: 'a\ud83d' })).toMatchObject({ name: 'a\ufffd' });
    expect(parsed('/users/update/', { display_name: '\ude00b' })).toEqual({ display_name: '\ufffdb' });
  });

  test('report the field with the wrong type', () => {
    expect(errorsOf('/links/create/', { url: 7 })).toEqual(['url must be text.']);
    expect(errorsOf('/links/create/', { url: [] })).toEqual(['url must be text.']);
    expect(errorsOf('/folders/update/', { folder_id: '1', name: 'x', status_id: 3 })).toEqual([
      'folder_id must be a whole number above 0.',
      'status_id must be 1 (active) or 2 (in the trash).',
    ]);
  });

  test.each([0, -1, 1.5, 2 ** 53, Number.NaN, null, '1', [1], true])('reject %j as an id', (link_id) => {
    expect(errorsOf('/links/get/', { link_id })).toEqual(['link_id must be a whole number above 0.']);
  });

  test('are rejected if they are too long', () => {
    expect(errorsOf('/links/create/', { url: 'x'.repeat(9000) })).toEqual([
      'url can have at most 8192 characters.',
    ]);
  });

  test('accept 0, null and a missing parent as the root', () => {
    expect(parsed('/folders/create/', { name: 'a' })).toEqual({ name: 'a', parent_folder_id: 0 });
    expect(parsed('/folders/create/', { name: 'a', parent_folder_id: null })).toEqual({
      name: 'a',
      parent_folder_id: 0,
    });
    expect(errorsOf('/folders/update-parent/', { folder_id: 1 })).toEqual([
      'parent_folder_id must be a whole number, 0 for the root.',
    ]);
  });

  test('of the favorite toggle accept both readings of the specification', () => {
    const folder = { favorite: { object_type: 'folder', object_id: 4 } };
    expect(parsed('/favorites/toggle/', { object_id: 4, object_type: 'folder' })).toEqual(folder);
    expect(parsed('/favorites/toggle/', { folder_id: 4, kind: 'folder' })).toEqual(folder);
    expect(parsed('/favorites/toggle/', { folder_id: 4, object_type: 'folder' })).toEqual(folder);
    const explicit = { object_id: 4, object_type: 'folder', is_favorite: false };
    expect(parsed('/favorites/toggle/', explicit)).toEqual({ ...folder, is_favorite: false });
    expect(errorsOf('/favorites/toggle/', {})).toEqual([
      "object_type must be 'link' or 'folder'.",
      'object_id must be a whole number above 0.',
    ]);
  });

  test('of the image calls accept both readings of the specification, and empty values', () => {
    const image = { link_id: 1, s3_bucket: 'b', s3_key: 'k' };
    expect(parsed('/links/update-image/', image)).toEqual(image);
    expect(parsed('/links/update-image/', { link_id: 1, bucket: 'b', key: 'k' })).toEqual(image);
    expect(parsed('/links/update-image/', { link_id: 1, bucket: '', key: '' })).toEqual({
      link_id: 1,
      s3_bucket: '',
      s3_key: '',
    });
    expect(errorsOf('/links/update-image/', { link_id: 1 })).toEqual(['File Required']);
  });

  test('drop unknown fields', () => {
    expect(parsed('/links/get/', { link_id: 1, admin: true })).toEqual({ link_id: 1 });
  });
});
