import { expect, test } from 'vitest';

import { Outbox } from '#firestore/listen/outbox.ts';
import type { ListenAnswer } from '#firestore/api/service.ts';

const answers = (...ids: number[]): ListenAnswer[] =>
  ids.map((targetId) => ({ filter: { targetId, count: 0 } }));

function outboxFor(capacity: number): {
  outbox: Outbox;
  sent: number[];
  resume: (more: number) => void;
  ends: number;
} {
  const sent: number[] = [];
  const state = { left: capacity, ends: 0 };
  const outbox = new Outbox({
    send({ filter }) {
      sent.push(filter?.targetId ?? 0);
      state.left -= 1;
      return state.left > 0;
    },
    end() {
      state.ends += 1;
    },
  });
  return {
    outbox,
    sent,
    resume(more) {
      state.left = more;
      outbox.resume();
    },
    get ends() {
      return state.ends;
    },
  };
}

test('the outbox creates an answer only when the client can receive it', () => {
  const { outbox, sent, resume } = outboxFor(1);
  let created = 0;
  function* countedAnswers(): Generator<ListenAnswer> {
    for (const answer of answers(1, 2, 3)) {
      created += 1;
      yield answer;
    }
  }
  outbox.push(countedAnswers());
  outbox.push(answers(4));
  expect([created, sent]).toEqual([1, [1]]);
  resume(2);
  expect([created, sent]).toEqual([3, [1, 2, 3]]);
  resume(9);
  expect(sent).toEqual([1, 2, 3, 4]);
});

test('the outbox is overfull while too many changes wait', () => {
  const { outbox, resume } = outboxFor(1);
  outbox.push(answers(1));
  outbox.push(answers(2), 100_000);
  expect(outbox.isOverfull).toBe(false);
  outbox.push(answers(3), 1);
  expect(outbox.isOverfull).toBe(true);
  resume(9);
  expect(outbox.isOverfull).toBe(false);
});

test('after its end the outbox sends nothing, and does not end twice', () => {
  const box = outboxFor(9);
  box.outbox.end();
  box.outbox.end(new Error('late'));
  box.outbox.push(answers(1));
  expect([box.sent, box.ends]).toEqual([[], 1]);
});
