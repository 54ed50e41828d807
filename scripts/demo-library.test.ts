import { expect, test } from 'vitest';

import { parseDemoLibrary } from './demo-library.ts';

test('headings nest folders, marks are stars and daggers, and a url that comes twice is one link in two folders', () => {
  const { folders, links } = parseDemoLibrary(`Prose is passed over.

- Loose <https://a.example/> *

# Top *

## Below

- Kept, with a comma <https://b.example/>
- Gone <https://c.example/> †

# Next 日本

- Kept, with a comma <https://b.example/>
`);

  expect(folders).toEqual([
    { name: 'Top', parent: null, favorite: true, trashed: false },
    { name: 'Below', parent: 0, favorite: false, trashed: false },
    { name: 'Next 日本', parent: null, favorite: false, trashed: false },
  ]);
  expect(links).toEqual([
    { name: 'Loose', url: 'https://a.example/', favorite: true, trashed: false, folders: [] },
    {
      name: 'Kept, with a comma',
      url: 'https://b.example/',
      favorite: false,
      trashed: false,
      folders: [1, 2],
    },
    { name: 'Gone', url: 'https://c.example/', favorite: false, trashed: true, folders: [1] },
  ]);
});
