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

/** The logarithm of minus infinity is NaN. */
const hasLogarithm = (value: number): boolean => !(value <= 0) || value === -Infinity;

function logarithm(value: Value | undefined, base: Value | undefined): number {
  const [number, root] = [Number(numberOf(value)), base === undefined ? Math.E : Number(numberOf(base))];
  if (!hasLogarithm(number) || root <= 0 || root === 1) throw evaluationError('The logarithm is undefined.');
  if (root === Infinity) return NaN;
  if (base === undefined) return Math.log(number);
  return Math.log(number) / Math.log(root);
}

/** As in C and Java: a power of 1, and the power 0, are 1 also with NaN. */
function power(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  const isRoot =
    base < 0 && Number.isFinite(base) && Number.isFinite(exponent) && !Number.isInteger(exponent);
  if (isRoot || (base === 0 && exponent < 0)) throw evaluationError('The power is undefined.');
  return base ** exponent;
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
    if (typeof number === 'number') return Math.abs(number);
    return checkInteger(number < 0n ? -number : number);
  }),
  ceil: whole(Math.ceil),
  floor: whole(Math.floor),
  round: atPlace(awayFromZero, true),
  trunc: atPlace(Math.trunc, false),
  pow: onValues(2, 2, (base, exponent) => power(Number(numberOf(base)), Number(numberOf(exponent)))),
  sqrt: double(Math.sqrt, (value) => !(value < 0)),
  exp: double(Math.exp),
  ln: double(Math.log, hasLogarithm),
  log10: double(Math.log10, hasLogarithm),
  log: onValues(1, 2, (value, base) => logarithm(value, base)),
  rand: onResults(0, 0, () => Math.random()),
};
