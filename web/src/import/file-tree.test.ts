import { expect, test } from 'vitest';

import { FileTree } from './file-tree.ts';
import { TOP } from '@foldmark/library/files/library-file';
import { fileLink, libraryFile } from './testing/library-file.ts';

function shown(tree: FileTree): readonly string[] {
  return tree
    .rows(0, tree.size)
    .map((row) =>
      row.kind === 'folder'
        ? `${'  '.repeat(row.depth)}${row.name} (${row.count})`
        : `${'  '.repeat(row.depth)}${row.url}`,
    );
}

test('folders are closed at first, count each link below once, and open with folders before links', () => {
  const tree = new FileTree(
    libraryFile({
      folders: [
        { name: 'Work', parent: TOP },
        { name: 'Later', parent: 0 },
        { name: 'Empty', parent: TOP },
      ],
      links: [
        fileLink('a', { folders: [1, 0] }),
        fileLink('b', { folders: [0, TOP] }),
        fileLink('c', { folders: [1] }),
      ],
    }),
  );
  expect(shown(tree)).toEqual(['Work (3)', 'Empty (0)', 'b']);
  expect(tree.toggle(0)).toBe(6);
  expect(shown(tree)).toEqual(['Work (3)', '  Later (2)', '  a', '  b', 'Empty (0)', 'b']);
  tree.toggle(1);
  expect(tree.rows(1, 4)).toMatchObject([
    { kind: 'folder', folder: 1, isOpen: true },
    { kind: 'link', url: 'a', depth: 2 },
    { kind: 'link', url: 'c', depth: 2 },
  ]);
  tree.toggle(0);
  expect(shown(tree)).toEqual(['Work (3)', 'Empty (0)', 'b']);
});

test('20,000 folders inside each other do not exhaust the stack', () => {
  const folders = Array.from({ length: 20_000 }, (_, index) => ({ name: `${index}`, parent: index - 1 }));
  const tree = new FileTree(libraryFile({ folders, links: [fileLink('a', { folders: [19_999] })] }));
  for (let index = 0; index < 20; index += 1) tree.toggle(index);
  expect(tree.size).toBe(21);
  expect(tree.rows(0, 1)).toMatchObject([{ count: 1 }]);
});
