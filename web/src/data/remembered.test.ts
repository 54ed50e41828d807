import { expect, test } from 'vitest';

import { rememberedIn, SCREEN_KEY } from './remembered.ts';

const ADA = { uid: 'ada', email: null, emailVerified: false };

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    clear: () => {
      items.clear();
    },
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

test('somebody is remembered until nobody is', () => {
  const kept = storage();
  rememberedIn(() => kept).set(ADA);
  expect(rememberedIn(() => kept).get()).toEqual(ADA);
  rememberedIn(() => kept).set(null);
  expect(rememberedIn(() => kept).get()).toBeNull();
});

test('what somebody saw last goes when they go, or another comes', () => {
  const kept = storage();
  const remembered = rememberedIn(() => kept);
  for (const next of [null, { ...ADA, uid: 'bob' }]) {
    remembered.set(ADA);
    kept.setItem(SCREEN_KEY, 'links');
    remembered.set({ ...ADA, emailVerified: true });
    expect(kept.getItem(SCREEN_KEY)).toBe('links');
    remembered.set(next);
    expect(kept.getItem(SCREEN_KEY)).toBeNull();
  }
});

test.each(['', '{', '7', '{"uid":""}', '{"uid":"ada","email":7,"emailVerified":true}', '{"uid":"ada"}'])(
  'what is no person is nobody: %s',
  (text) => {
    const kept = storage();
    kept.setItem('foldmark.member', text);
    expect(rememberedIn(() => kept).get()).toBeNull();
  },
);

test('where storage is blocked nobody is remembered, and nothing fails', () => {
  const blocked = rememberedIn(() => {
    throw new Error('Blocked.');
  });
  blocked.set(ADA);
  expect(blocked.get()).toBeNull();
});
