import { expect, test } from 'vitest';

import { storedUserIn } from '#web/account/stored-user.ts';
import { readLastExport, writeLastExport } from '#web/export/last-export.ts';
import { memoryStorage } from '#web/sync/testing/memory-storage.ts';

const ADA = { uid: 'ada', email: null, emailVerified: false };
const EXPORT = { at: new Date(1_700_000_000_000), format: 'json' } as const;

test('the last export is stored for one user, until that user signs out', () => {
  const local = memoryStorage();
  const storage = () => local;
  writeLastExport(storage, 'ada', EXPORT);
  expect(readLastExport(storage, 'ada')).toBeNull();
  storedUserIn(storage).set(ADA);
  writeLastExport(storage, 'ada', EXPORT);
  expect(readLastExport(storage, 'ada')).toEqual(EXPORT);
  expect(readLastExport(storage, 'bob')).toBeNull();
  storedUserIn(storage).set(null);
  expect(readLastExport(storage, 'ada')).toBeNull();
});
