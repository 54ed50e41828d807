/** A seeded random generator (mulberry32), so that a failed run can be repeated. */
export interface Random {
  /** Returns an integer from 0 (inclusive) to the bound (exclusive). */
  below(bound: number): number;
}

export function createRandom(seed: number): Random {
  let state = seed;
  return {
    below(bound) {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
    },
  };
}
