import { expect, test } from 'vitest';

import type { Caller, FirestoreService, StreamSource } from '#firestore/api/service.ts';
import { createWrite } from '#firestore/service/write-stream.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';

type Commit = FirestoreService['commit'];

const database = 'projects/p/databases/(default)';
const ann: Caller = { kind: 'user', auth: { uid: 'ann', token: {} } };
const deletion = (name: string): google.firestore.v1.IWriteRequest => ({ writes: [{ delete: name }] });

interface Opened {
  readonly source: StreamSource<google.firestore.v1.IWriteRequest>;
  readonly answers: google.firestore.v1.IWriteResponse[];
  readonly ends: (Error | undefined)[];
}

function open(commit: Commit): Opened {
  const answers: google.firestore.v1.IWriteResponse[] = [];
  const ends: (Error | undefined)[] = [];
  const sink = {
    send: (answer: google.firestore.v1.IWriteResponse) => answers.push(answer) > 0,
    end: (error?: Error) => void ends.push(error),
  };
  return { source: createWrite(commit)(sink, ann), answers, ends };
}

/** A commit that finishes when the test calls `finish`. `committed` records its writes. */
function slowCommit(): { commit: Commit; committed: string[]; finish: (error?: StatusError) => void } {
  const committed: string[] = [];
  const waiting: ((error?: StatusError) => void)[] = [];
  return {
    committed,
    commit: (request) => {
      committed.push(request.writes?.[0]?.delete ?? '');
      return new Promise((resolve, reject) => {
        waiting.push((error) => {
          if (error === undefined) resolve({ commitTime: { seconds: committed.length }, writeResults: [{}] });
          else reject(error);
        });
      });
    },
    finish: (error) => waiting.shift()?.(error),
  };
}

test('after the handshake the stream commits the requests one by one, and answers in order', async () => {
  const { commit, committed, finish } = slowCommit();
  const { source, answers, ends } = open(commit);
  source.receive({ database });
  source.receive(deletion('a'));
  source.receive(deletion('b'));
  source.close();
  await expect.poll(() => committed).toEqual(['a']);
  expect(answers).toMatchObject([{ streamId: expect.any(String), streamToken: expect.any(Uint8Array) }]);
  finish();
  await expect.poll(() => committed).toEqual(['a', 'b']);
  finish();
  await expect.poll(() => ends).toEqual([undefined]);
  expect(answers.slice(1)).toMatchObject([{ commitTime: { seconds: 1 } }, { commitTime: { seconds: 2 } }]);
  expect(new Set(answers.map(({ streamToken }) => Buffer.from(streamToken ?? '').toString('hex'))).size).toBe(
    3,
  );
});

test('a failed request ends the stream, and later requests are not processed', async () => {
  const { commit, committed, finish } = slowCommit();
  const { source, answers, ends } = open(commit);
  source.receive({ database });
  source.receive(deletion('a'));
  source.receive(deletion('b'));
  await expect.poll(() => committed).toEqual(['a']);
  const denied = new StatusError('PERMISSION_DENIED', 'No.');
  finish(denied);
  await expect.poll(() => ends).toEqual([denied]);
  source.close();
  await new Promise(setImmediate);
  expect([committed, answers.length, ends.length]).toEqual([['a'], 1, 1]);
});

test.each([[{}], [{ database, ...deletion('a') }]])(
  'a stream that begins with %j is rejected',
  async (first) => {
    const { source, ends } = open(slowCommit().commit);
    source.receive(first);
    await expect.poll(() => ends).toMatchObject([{ status: 'INVALID_ARGUMENT' }]);
  },
);
