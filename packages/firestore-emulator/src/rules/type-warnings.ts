import type { BoundExpression } from '#firestore/rules/bound.ts';
import { staticType } from '#firestore/rules/static-type.ts';
import type { TypeName } from '#firestore/rules/values/rule-value.ts';
import type { Warnings } from '#firestore/rules/warnings.ts';

const COLLECTIONS: readonly TypeName[] = ['list', 'set', 'map'];
const INDEXED: readonly TypeName[] = ['string', 'list', 'map', 'path'];
const NUMBERS: ReadonlySet<TypeName> = new Set<TypeName>(['int', 'float']);
const PRODUCTS: readonly TypeName[] = ['int', 'float'];
/** The operands of arithmetic. */
const ARITHMETIC: Readonly<Record<string, readonly TypeName[]>> = {
  '+': ['int', 'float', 'string', 'duration', 'timestamp'],
  '-': ['int', 'float', 'duration', 'timestamp'],
  '*': PRODUCTS,
  '/': PRODUCTS,
  '%': PRODUCTS,
};

/** Warns about operands whose type is the same for every request, and that the operation does not support. */
export class TypeWarnings {
  readonly #warnings: Warnings;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  check(node: BoundExpression): void {
    switch (node.kind) {
      case 'member':
        this.#expect(node.target, ['map', 'path'], '[map]');
        return;
      case 'index':
        this.#expect(node.target, INDEXED);
        return;
      case 'method':
        this.#expect(node.target, [...node.byType.keys()]);
        return;
      case 'document':
        this.#expect(node.path, ['path']);
        return;
      case 'unary':
        this.#expect(node.operand, node.operator === '!' ? ['bool'] : ['int', 'float', 'duration']);
        return;
      case 'logical':
        for (const operand of node.operands) this.#expect(operand, ['bool']);
        return;
      case 'conditional':
        this.#expect(node.condition, ['bool']);
        return;
      case 'binary':
        this.#checkBinary(node);
        return;
      default:
    }
  }

  checkCondition(condition: BoundExpression): void {
    const type = staticType(condition);
    if (type === null || type === 'bool') return;
    this.#warnings.addAt(
      `Invalid type. Permission statements expect a boolean value. Received one of [${type}].`,
      condition.origin,
    );
  }

  #checkBinary(node: Extract<BoundExpression, { kind: 'binary' }>): void {
    const { operator, left, right, origin } = node;
    if (operator === 'in') this.#expect(right, COLLECTIONS, '[list, set, map, constraint]');
    const types = ARITHMETIC[operator];
    if (types !== undefined) for (const operand of [left, right]) this.#expect(operand, types);
    if (operator !== '==' && operator !== '!=') return;
    const [one, other] = [staticType(left), staticType(right)];
    if (one === null || other === null || one === other) return;
    if (NUMBERS.has(one) && NUMBERS.has(other)) return;
    this.#warnings.addAt(
      `The sub-expressions are not comparable, so this comparison will always return ${String(operator === '!=')}.`,
      origin,
    );
  }

  #expect(operand: BoundExpression, types: readonly TypeName[], shown = `[${types.join(', ')}]`): void {
    const type = staticType(operand);
    if (type === null || types.includes(type)) return;
    this.#warnings.addAt(
      `Invalid type. Received one of [${type}]. Expected one of ${shown}.`,
      operand.origin,
    );
  }
}
