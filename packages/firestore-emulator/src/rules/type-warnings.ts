import type { BoundExpression } from '#firestore/rules/bound.ts';
import { ARITHMETIC, NEGATION, SLICES, staticTypes, union } from '#firestore/rules/static-type.ts';
import type { Signature, Types } from '#firestore/rules/static-type.ts';
import type { Warnings } from '#firestore/rules/warnings.ts';

const BOOL: Types = ['bool'];
const COLLECTIONS: Types = ['list', 'set', 'map', 'constraint'];
const INDEXED: Types = ['string', 'list', 'map', 'path'];
const BOUNDS: Types = ['null', 'int'];
const SEGMENTS: Types = ['path', 'null', 'int', 'float', 'string', 'bool'];
const NUMBERS: Types = ['int', 'float'];

type Named<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;
/** An operand, and the types that its operation accepts. Null accepts all. */
type Operand = readonly [BoundExpression, Types | null];

/**
 * Warns about expressions whose types no request can change, and that their operation does not accept. The texts and the
 * order of the types are those of the official emulator. As there, the accepted types go down the tree: in
 * `'a'.matches(x + y)`, the operands of `+` must be strings too. Types of parameters and variables are unknown.
 */
export class TypeWarnings {
  readonly #warnings: Warnings;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  checkCondition(condition: BoundExpression): void {
    this.#check(
      condition,
      BOOL,
      (received) => `Permission statements expect a boolean value. Received one of [${received.join(', ')}].`,
    );
  }

  check(node: BoundExpression, accepted: Types | null = null, isReceiver = false): void {
    this.#check(
      node,
      accepted,
      (received) =>
        `Received one of [${received.join(', ')}]. Expected one of [${accepted?.join(', ') ?? ''}].`,
      isReceiver,
    );
  }

  #check(
    node: BoundExpression,
    accepted: Types | null,
    explain: (received: Types) => string,
    isReceiver = false,
  ): void {
    if (node.kind === 'conditional') {
      this.#checkConditional(node, accepted);
      return;
    }
    // The official emulator does not follow calls of functions here.
    const types = node.kind === 'invoke' ? null : staticTypes(node);
    if (types !== null && !overlap(types, accepted)) {
      this.#warnings.addAtOperand(`Invalid type. ${explain(types)}`, node.origin, isReceiver);
      if (node.origin.kind === 'name') {
        const text = `There is no type for variable '${node.origin.name}' that satisfies all clauses.`;
        this.#warnings.addAtOperand(`Invalid type. ${text}`, node.origin, isReceiver);
      }
      return;
    }
    const receiver = receiverOf(node);
    for (const [operand, ofOperand] of operandsOf(node, accepted)) {
      this.check(operand, ofOperand, operand === receiver);
    }
    if (node.kind === 'binary') this.#checkComparison(node);
  }

  #checkConditional({ condition, yes, no, origin }: Named<'conditional'>, accepted: Types | null): void {
    this.check(condition, BOOL);
    this.check(yes, accepted);
    this.check(no, accepted);
    const [one, other] = [yes, no].map((branch) => narrowed(staticTypes(branch), accepted));
    if (one?.length === 0 || other?.length === 0) return;
    if (one && other && !overlap(one, other)) {
      const text =
        'Ternary operator result if condition is true has a different type than if condition is false.';
      this.#warnings.addAt(text, origin);
    }
  }

  #checkComparison({ operator, left, right, origin }: Named<'binary'>): void {
    if (operator !== '==' && operator !== '!=') return;
    const [one, other] = [staticTypes(left), staticTypes(right)];
    if (one === null || overlap(one, other)) return;
    if (overlap(one, NUMBERS) && overlap(other ?? [], NUMBERS)) return;
    this.#warnings.addAt(
      `The sub-expressions are not comparable, so this comparison will always return ${String(operator === '!=')}.`,
      origin,
    );
  }
}

function operandsOf(node: BoundExpression, accepted: Types | null): readonly Operand[] {
  switch (node.kind) {
    case 'member':
      return [[node.target, ['map']]];
    case 'index':
      return [
        [node.target, INDEXED],
        [node.index, ['int', 'string']],
      ];
    case 'slice': {
      const [target = null] = operandTypes(SLICES, accepted);
      return [
        [node.target, target],
        [node.from, BOUNDS],
        [node.to, BOUNDS],
      ];
    }
    case 'invoke':
      return node.args.map((arg) => [arg, null]);
    case 'builtin':
      return node.args.map((arg, at) => [arg, node.builtin.accepts[at] ?? null]);
    case 'document':
      return [[node.path, ['path']]];
    case 'method':
      return operandsOfMethod(node, accepted);
    case 'unary':
      return [[node.operand, node.operator === '!' ? BOOL : (operandTypes(NEGATION, accepted)[0] ?? null)]];
    case 'binary':
      return operandsOfBinary(node, accepted);
    case 'logical':
      return node.operands.map((operand) => [operand, BOOL]);
    case 'is':
      return [[node.operand, null]];
    case 'list':
      return node.items.map((item) => [item, null]);
    case 'map':
      return node.entries.flatMap(([key, value]): Operand[] => [
        [key, ['string']],
        [value, null],
      ]);
    case 'path':
      return node.segments.flatMap((segment): Operand[] =>
        typeof segment === 'object' && 'kind' in segment ? [[segment, SEGMENTS]] : [],
      );
    default:
      return [];
  }
}

/** The operand that a parenthesis right after a minus or before a dot belongs to. */
function receiverOf(node: BoundExpression): BoundExpression | null {
  if (node.kind === 'unary') return node.operator === '-' ? node.operand : null;
  return 'target' in node ? node.target : null;
}

function operandsOfMethod(
  { target, args, byType }: Named<'method'>,
  accepted: Types | null,
): readonly Operand[] {
  const possible = [...byType].filter(([, { returns }]) => returns === null || overlap(returns, accepted));
  return [
    [target, possible.map(([type]) => type)],
    ...args.map((arg, at): Operand => [
      arg,
      union(possible.map(([, { accepts }]) => accepts[at + 1] ?? null)),
    ]),
  ];
}

function operandsOfBinary(
  { operator, left, right }: Named<'binary'>,
  accepted: Types | null,
): readonly Operand[] {
  const [ofLeft = null, ofRight = null] = operandTypes(ARITHMETIC[operator] ?? [], accepted);
  return [
    [left, ofLeft],
    [right, operator === 'in' ? COLLECTIONS : ofRight],
  ];
}

/** The types of each operand, if the result must have an accepted type. An int is accepted where a float is, and the reverse. */
function operandTypes(signatures: readonly Signature[], accepted: Types | null): readonly Types[] {
  const possible = signatures.filter(({ result }) =>
    overlap(NUMBERS.includes(result) ? NUMBERS : [result], accepted),
  );
  return (possible[0]?.operands ?? []).map((_, at) => [
    ...new Set(possible.flatMap(({ operands }) => operands.slice(at, at + 1))),
  ]);
}

function overlap(types: Types, accepted: Types | null): boolean {
  return accepted === null || types.some((type) => accepted.includes(type));
}

function narrowed(types: Types | null, accepted: Types | null): Types | null {
  return types === null || accepted === null ? types : types.filter((type) => accepted.includes(type));
}
