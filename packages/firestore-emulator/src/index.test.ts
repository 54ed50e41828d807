import { expect, test } from 'vitest';

import { start } from '#firestore/index.ts';

const INDEXES = JSON.stringify({
  indexes: [],
  fieldOverrides: [{ collectionGroup: 'sessions', fieldPath: 'expires', ttl: true, indexes: [] }],
});

test('further calls of stop wait for the first', async () => {
  const server = await start();
  const [first, second] = [server.stop(), server.stop()];
  expect(second).toBe(first);
  await first;
  await expect(server.stop()).resolves.toBeUndefined();
});

test('wrong arguments are errors', async () => {
  const server = await start({ indexes: INDEXES });
  const status = 'INVALID_ARGUMENT';
  // For a program without types, such as one whose environment variable is not set.
  const missing: string = JSON.parse('[null]')[0];
  const five: string = JSON.parse('[5]')[0];
  for (const project of ['a/b', '', missing]) {
    const message = `${project === missing ? 'null' : `"${project}"`} is not the id of a project.`;
    const error = expect.objectContaining({ status, message });
    expect(() => server.usage(project)).toThrow(error);
    expect(() => {
      server.resetUsage(project);
    }).toThrow(error);
    expect(() => server.snapshot(project)).toThrow(error);
    await expect(server.clear(project)).rejects.toMatchObject({ status, message });
    await expect(server.restore(project)).rejects.toMatchObject({ status, message });
    await expect(server.expire(project)).rejects.toMatchObject({ status, message });
  }
  for (const [database, shown] of [
    ['a/b', '"a/b"'],
    ['', '""'],
    [missing, 'null'],
    [five, '5'],
  ] as const) {
    const message = `${shown} is not the id of a database.`;
    await expect(server.clear('p', database)).rejects.toMatchObject({ status, message });
  }
  for (const name of ['', missing]) {
    const message = 'The name of a snapshot must be a string that is not empty.';
    expect(() => server.snapshot('p', name)).toThrow(expect.objectContaining({ status, message }));
    await expect(server.restore('p', name)).rejects.toMatchObject({ status, message });
  }
  await expect(server.expire('p', new Date('tomorrow'))).rejects.toMatchObject({
    status,
    message: 'The time is not a valid date.',
  });
  await server.stop();
});

test('rules and indexes that are no text are errors', async () => {
  const bytes: string = JSON.parse('{"type":"Buffer"}');
  await expect(start({ rules: bytes })).rejects.toThrow('"rules" must be a string.');
  await expect(start({ indexes: bytes })).rejects.toThrow('"indexes" must be a string.');
  const server = await start();
  expect(() => {
    server.replaceRules(bytes);
  }).toThrow('"rules" must be a string.');
  await server.stop();
});

test.each([
  [{ requireIndexes: true }, 'requireIndexes needs the definitions of the indexes.'],
  [{ requestLog: import.meta.dirname }, /The request log .+ can't be opened: EISDIR/u],
])('wrong options prevent the start: %j', async (options, reason) => {
  await expect(start(options)).rejects.toThrow(reason);
});
