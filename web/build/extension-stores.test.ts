import { expect, test } from 'vitest';

import { extensionStores } from './extension-stores.ts';

test('each host of a deployment has its stores, and a deployment without one has none', () => {
  const stores = { chrome: 'https://store.example/foldmark', firefox: '' };
  const deployments = [
    { hosts: ['a.example', 'b.example'], extension: stores },
    { hosts: ['dev.example'], extension: { chrome: '', firefox: '' } },
  ];
  expect(extensionStores(deployments)).toEqual({ 'a.example': stores, 'b.example': stores });
});
