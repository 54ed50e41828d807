import { Firestore } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';

import { UNMETERED } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FirestoreLibrary } from '#functions/store/firestore-library.ts';

/** An SDK client whose transactions all fail with the error. */
class FailingFirestore extends Firestore {
  readonly #error: Error;

  constructor(error: Error) {
    super({ projectId: 'demo-failing' });
    this.#error = error;
  }

  override async runTransaction(): Promise<never> {
    throw this.#error;
  }
}

async function changeAfter(error: Error): Promise<unknown> {
  const library = new FirestoreLibrary({
    firestore: new FailingFirestore(error),
    uid: 'u1',
    now: () => new Date(0),
    meter: UNMETERED,
    onImageDeletions: async () => undefined,
    onLeftovers: async () => undefined,
  });
  return library.transaction(async () => undefined).catch((thrown: unknown) => thrown);
}

test.each([8, 10])('a transaction that Firestore aborts with code %i fails as busy', async (code) => {
  const error = Object.assign(new Error('Too much contention on these documents.'), { code });
  const failure = await changeAfter(error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ code: 'busy', cause: error });
});

test('any other error of a transaction is rethrown unchanged', async () => {
  const denied = Object.assign(new Error('Missing or insufficient permissions.'), { code: 7 });
  expect(await changeAfter(denied)).toBe(denied);
  const missing = new Failure('noSuchLink');
  expect(await changeAfter(missing)).toBe(missing);
});
