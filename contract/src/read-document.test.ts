import { expect, test } from 'vitest';

import { READ_DOCUMENT } from './read-document.ts';

test('missing fields of a link that an older version stored get defaults', () => {
  expect(READ_DOCUMENT.links('1', { link_id: 1, url: 'https://example.com/' })).toEqual({
    id: '1',
    at: 0,
    record: {
      link_id: 1,
      url: 'https://example.com/',
      name: '',
      status_id: 1,
      image_s3_key: '',
      favicon_key: '',
      favicon_url: '',
      domain_name: '',
      note: '',
      distinct_from: [],
      description: '',
      picture_s3_key: '',
      created_at: 0,
      updated_at: 0,
    },
  });
});

test('a folder without a parent is at the top level', () => {
  expect(READ_DOCUMENT.folders('2', { folder_id: 2 }).record).toMatchObject({
    folder_id: 2,
    parent_folder_id: 0,
    status_id: 1,
  });
});

test('a document without an id throws', () => {
  expect(() => READ_DOCUMENT.links('1', { url: 'https://example.com/' })).toThrow('link_id');
});
