import type { PipelineFunction } from '#firestore/pipeline/expression.ts';
import { evaluationError, onResults, onValues } from '#firestore/pipeline/expression.ts';
import { integerOf, numberOf } from '#firestore/pipeline/operands.ts';
import type { Value } from '#firestore/model/value.ts';

type Numeric = number | bigint;

/** More digits than an int64 has. */
const MAX_DIGITS = 20;

/** Integers stay integers; with a double the result is a double. */
export function arithmetic(
  a: Numeric,
  b: Numeric,
  integers: (a: bigint, b: bigint) => bigint,
  doubles: (a: number, b: number) => number,
): Numeric {
  if (typeof a !== 'bigint' || typeof b !== 'bigint') return doubles(Number(a), Number(b));
  return checkInteger(integers(a, b));
}

function checkInteger(value: bigint): bigint {
  if (BigInt.asIntN(64, value) === value) return value;
  throw evaluationError('An integer does not fit into 64 bits.');
}

export function add(a: Numeric, b: Numeric): Numeric {
  return arithmetic(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  );
}

function fold(integers: (a: bigint, b: bigint) => bigint, doubles: (a: number, b: number) => number) {
  return onValues(2, Infinity, (...values) =>
    values.map(numberOf).reduce((a, b) => arithmetic(a, b, integers, doubles)),
  );
}

function divisor(value: bigint): bigint {
  if (value === 0n) throw evaluationError('Division by zero.');
  return value;
}

/** A function of one number whose result is a double. */
function double(apply: (value: number) => number, isDefined = (_value: number): boolean => true) {
  return onValues(1, 1, (value) => {
    const number = Number(numberOf(value));
    if (!isDefined(number)) throw evaluationError(`The function is undefined for ${number}.`);
    return apply(number);
  });
}

/** A function of one number that does not change an integer. */
function whole(apply: (value: number) => number): PipelineFunction {
  return onValues(1, 1, (value) => {
    const number = numberOf(value);
    return typeof number === 'bigint' ? number : apply(number);
  });
}

/** Rounds at a decimal place. It shifts the decimal text, because a multiplication would change the digits. */
function atPlace(doubles: (value: number) => number, roundsHalf: boolean): PipelineFunction {
  return onValues(1, 2, (value, places) => {
    const number = numberOf(value);
    const digits = places === undefined ? 0 : integerOf(places);
    if (typeof number === 'number') return shift(doubles(shift(number, digits)), -digits);
    return digits >= 0 ? number : integerAtPlace(number, -digits, roundsHalf);
  });
}

function integerAtPlace(value: bigint, digits: number, roundsHalf: boolean): bigint {
  const unit = 10n ** BigInt(Math.min(digits, MAX_DIGITS));
  const half = roundsHalf ? unit / 2n : 0n;
  const rounded = value + (value < 0n ? -half : half);
  return checkInteger(rounded - (rounded % unit));
}

function shift(value: number, places: number): number {
  if (places === 0 || !Number.isFinite(value)) return value;
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

function awayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

const isPositive = (value: number): boolean => !(value <= 0);

function logarithm(value: Value | undefined, base: Value | undefined): number {
  const [number, root] = [Number(numberOf(value)), Number(numberOf(base))];
  if (number <= 0 || root <= 0 || root === 1) throw evaluationError('The logarithm is undefined.');
  return Math.log(number) / Math.log(root);
}

export const NUMBERS: Readonly<Record<string, PipelineFunction>> = {
  add: fold(
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  subtract: fold(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  multiply: fold(
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  divide: fold(
    (a, b) => a / divisor(b),
    (a, b) => a / b,
  ),
  mod: fold(
    (a, b) => a % divisor(b),
    (a, b) => a % b,
  ),
  abs: onValues(1, 1, (value) => {
    const number = numberOf(value);
    return number < 0
      ? arithmetic(
          0n,
          number,
          (a, b) => a - b,
          (_zero, b) => Math.abs(b),
        )
      : number;
  }),
  ceil: whole(Math.ceil),
  floor: whole(Math.floor),
  round: atPlace(awayFromZero, true),
  trunc: atPlace(Math.trunc, false),
  pow: onValues(2, 2, (base, exponent) => Number(numberOf(base)) ** Number(numberOf(exponent))),
  sqrt: double(Math.sqrt, (value) => !(value < 0)),
  exp: double(Math.exp),
  ln: double(Math.log, isPositive),
  log10: double(Math.log10, isPositive),
  log: onValues(2, 2, (value, base) => logarithm(value, base)),
  rand: onResults(0, 0, () => Math.random()),
};
