import { expect, test } from 'vitest';

import { Rates, RATES } from '#functions/allowance/rates.ts';

const { each, all } = RATES.device;

function setUp(isOn = true) {
  const clock = { now: 0 };
  const rates = new Rates({ isOn: () => isOn, now: () => new Date(clock.now) });
  const accepted = (key: string, times: number): number => {
    let count = 0;
    for (let time = 0; time < times; time += 1) {
      try {
        rates.count('device', key);
        count += 1;
      } catch {
        // Refused.
      }
    }
    return count;
  };
  return { clock, rates, accepted };
}

test('each address has its own limit, and begins again a minute later', () => {
  const { clock, rates, accepted } = setUp();
  expect([accepted('a', each + 2), accepted('b', 2), accepted('a', 1)]).toEqual([each, 2, 0]);
  clock.now += 59_500;
  expect(() => rates.count('device', 'a')).toThrow(
    expect.objectContaining({ code: 'tooManyCalls', retryAfterS: 1 }),
  );
  clock.now += 500;
  expect(accepted('a', each + 2)).toBe(each);
});

test('all addresses together have a limit, and refused calls do not count', () => {
  const { rates, accepted } = setUp();
  expect(accepted('a', 500)).toBe(each);
  const others = Array.from({ length: 100 }, (_, index) => accepted(`address ${index}`, 1));
  expect(others.filter((count) => count === 1)).toHaveLength(all - each);
  expect(() => rates.count('registration', 'a')).not.toThrow();
});

test('the local suite limits nothing', () => {
  expect(setUp(false).accepted('a', 1000)).toBe(1000);
});
