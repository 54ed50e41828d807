import { expect, test } from 'vitest';

import { folderChoices } from './folder-choices.ts';
import { FolderTree } from './folder-tree.ts';
import { folder } from './testing/folder-node.ts';

const TREE = new FolderTree(
  new Map([
    [1, folder('Work', 0)],
    [2, folder('Papers', 1)],
  ]),
);

const choicesFor = (text: string) => folderChoices(TREE, text, () => true);

test('a new name can be created at the top level, beside the folders that match it', () => {
  expect(choicesFor('Pap')).toEqual({
    entries: [{ folder: 2, level: 1, position: 1, siblings: 1 }],
    created: { parent: 0, names: ['Pap'] },
    isPath: false,
  });
});

test('a path can create several folders, one in the other', () => {
  expect(choicesFor('Work/New/Notes')).toEqual({
    entries: [],
    created: { parent: 1, names: ['New', 'Notes'] },
    isPath: true,
  });
});

test.each(['WORK', 'work/papers', 'Work/', '', 'x'.repeat(301)])('the text %j creates no folder', (text) => {
  expect(choicesFor(text).created).toBeNull();
});
