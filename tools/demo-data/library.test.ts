import { expect, test } from 'vitest';

import { parseDemoLibrary } from './library.ts';

test('reads nested folders, favorites, trash and images, and merges a repeated url into one link', () => {
  const { folders, links } = parseDemoLibrary(`Prose is passed over.

- Loose <https://a.example/> *

# Top * ![](images/top.svg)

## Below

- Kept, with a comma <https://b.example/>
- Gone <https://c.example/> † ![](images/gone.svg)

# Next 日本

- Kept, with a comma <https://b.example/>
`);

  expect(folders).toEqual([
    { name: 'Top', parent: null, favorite: true, trashed: false, image: 'images/top.svg' },
    { name: 'Below', parent: 0, favorite: false, trashed: false, image: null },
    { name: 'Next 日本', parent: null, favorite: false, trashed: false, image: null },
  ]);
  expect(links).toEqual([
    { name: 'Loose', url: 'https://a.example/', favorite: true, trashed: false, image: null, folders: [] },
    {
      name: 'Kept, with a comma',
      url: 'https://b.example/',
      favorite: false,
      trashed: false,
      image: null,
      folders: [1, 2],
    },
    {
      name: 'Gone',
      url: 'https://c.example/',
      favorite: false,
      trashed: true,
      image: 'images/gone.svg',
      folders: [1],
    },
  ]);
});
