import { expect, test } from 'vitest';

import { shownImagesIn } from './shown-images.ts';

test('the valid addresses in the message of a page are read', () => {
  const message = { shownImages: ['https://a.example/1.png', 'nowhere', 7] };
  expect(shownImagesIn(message).map(String)).toEqual(['https://a.example/1.png']);
});

test('any other message has no addresses', () => {
  for (const message of [null, 'take-over', {}, { shownImages: 'https://a.example/' }])
    expect(shownImagesIn(message)).toEqual([]);
});
