import type { BinaryOperator, Expression, LiteralValue, Position } from '#firestore/rules/ast.ts';
import { children } from '#firestore/rules/ast-children.ts';
import type { ExpressionShape } from '#firestore/rules/ast-children.ts';
import type { Lexer } from '#firestore/rules/lexer.ts';
import { TOO_COMPLEX, findTooDeep } from '#firestore/rules/limits/complexity.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';

/** The parser's own recursion fits the stack. A condition that the official emulator accepts nests less. */
const MAX_NESTING = 150;
/** Recursive walks of a tree this high fit the stack. A higher tree is a long chain, which no request can evaluate. */
const MAX_HEIGHT = 1_000;
const MAX_INT = 2n ** 63n - 1n;

/** The operators below `||` and `&&`, lowest precedence first. https://firebase.google.com/docs/rules/rules-language#operators */
const LEVELS: readonly (readonly (BinaryOperator | 'is')[])[] = [
  ['==', '!='],
  ['in', 'is'],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const CONSTANTS: ReadonlyMap<string, LiteralValue> = new Map<string, LiteralValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const RESERVED: ReadonlySet<string> = new Set([
  ...CONSTANTS.keys(),
  'in',
  'is',
  'if',
  'let',
  'return',
  'function',
  'allow',
  'match',
  'service',
  'import',
  'rules_version',
]);

/** Google's compiler refuses `resource.data.service`. It accepts `resource.data['service']`, and other reserved words. */
const RESERVED_MEMBERS: ReadonlySet<string> = new Set(['service', 'rules_version']);

/** Parses conditions by precedence climbing, from the ternary operator down to names and literals. */
export class ExpressionParser {
  readonly #lexer: Lexer;
  #depth = 0;

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
  }

  parse(): Expression {
    const expression = this.#conditional();
    const tooDeep = findTooDeep(expression);
    if (tooDeep !== null) throw new RulesError(TOO_COMPLEX, tooDeep);
    if (expression.height > MAX_HEIGHT) throw new RulesError('The expression is too long.', expression.start);
    return expression;
  }

  #conditional(): Expression {
    return this.#nested(() => {
      const { position: start } = this.#lexer.peek();
      const condition = this.#logical('||');
      if (!this.#lexer.at('?')) return condition;
      const { position } = this.#lexer.take();
      const yes = this.#conditional();
      this.#lexer.expect(':');
      return this.#node(start, { kind: 'conditional', condition, yes, no: this.#conditional(), position });
    });
  }

  #logical(operator: '||' | '&&'): Expression {
    const next = () => (operator === '||' ? this.#logical('&&') : this.#binary(0));
    const { position: start } = this.#lexer.peek();
    const first = next();
    if (!this.#lexer.at(operator)) return first;
    const { position } = this.#lexer.peek();
    const operands = [first];
    while (this.#lexer.takeIf(operator)) operands.push(next());
    return this.#node(start, { kind: 'logical', operator, operands, position });
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    const { position: start } = this.#lexer.peek();
    let left = this.#binary(level + 1);
    for (;;) {
      // Google's compiler reads `4/2` as a path after a number. A division needs a space after the slash.
      const operator = operators.find((text) => this.#lexer.at(text) && !this.#lexer.atPathSlash());
      if (operator === undefined) return left;
      const { position } = this.#lexer.take();
      if (operator === 'is') {
        left = this.#node(start, { kind: 'is', operand: left, type: this.name('a type'), position });
      } else {
        left = this.#node(start, {
          kind: 'binary',
          operator,
          left,
          right: this.#binary(level + 1),
          position,
        });
      }
    }
  }

  #unary(): Expression {
    const { position } = this.#lexer.peek();
    if (this.#lexer.takeIf('!')) {
      return this.#nested(() =>
        this.#node(position, { kind: 'unary', operator: '!', operand: this.#unary(), position }),
      );
    }
    if (!this.#lexer.takeIf('-')) return this.#postfix(this.#primary());
    const token = this.#lexer.peek();
    if (token.kind === 'int') {
      this.#lexer.take();
      // The smallest integer has no positive counterpart, so the sign belongs to the literal.
      return this.#postfix(
        this.#node(position, { kind: 'literal', value: int(-token.value, position), position }),
      );
    }
    return this.#node(position, { kind: 'unary', operator: '-', operand: this.#negated(), position });
  }

  /** The real service allows no second operator after a minus. */
  #negated(): Expression {
    if (this.#lexer.at('-') || this.#lexer.at('!')) throw this.#lexer.unexpected('an operand');
    return this.#postfix(this.#primary());
  }

  #postfix(start: Expression): Expression {
    let target = start;
    for (;;) {
      if (this.#lexer.takeIf('.')) target = this.#member(target);
      else if (this.#lexer.at('[')) target = this.#index(target);
      else return target;
    }
  }

  #member(target: Expression): Expression {
    const token = this.#lexer.peek();
    if (token.kind !== 'name') throw this.#lexer.unexpected('the name of a member');
    const { text: name, position } = token;
    if (RESERVED_MEMBERS.has(name)) {
      throw new RulesError(`'${name}' is a reserved word: write ['${name}'].`, position);
    }
    this.#lexer.take();
    if (!this.#lexer.at('(')) return this.#node(target.start, { kind: 'member', target, name, position });
    return this.#node(target.start, { kind: 'method', target, name, args: this.#arguments(), position });
  }

  #index(target: Expression): Expression {
    const { position } = this.#lexer.expect('[');
    const index = this.#lexer.at(':') ? this.#openBound() : this.#conditional();
    if (!this.#lexer.takeIf(':')) {
      this.#lexer.expect(']');
      return this.#node(target.start, { kind: 'index', target, index, position });
    }
    const to = this.#lexer.at(']') ? this.#openBound() : this.#conditional();
    this.#lexer.expect(']');
    return this.#node(target.start, { kind: 'slice', target, from: index, to, position });
  }

  /** In `x[:2]` and `x[1:]`, Google's compiler reads the missing bound as null. It counts as an expression. */
  #openBound(): Expression {
    const { position } = this.#lexer.peek();
    return this.#node(position, { kind: 'literal', value: null, position });
  }

  #primary(): Expression {
    const token = this.#lexer.peek();
    const { position } = token;
    switch (token.kind) {
      case 'int':
        this.#lexer.take();
        return this.#node(position, { kind: 'literal', value: int(token.value, position), position });
      case 'float':
      case 'string':
      case 'bytes':
        this.#lexer.take();
        return this.#node(position, { kind: 'literal', value: token.value, position });
      case 'name':
        return this.#named(token.text, position);
      case 'symbol':
        return this.#bracketed(token.text, position);
      case 'end':
        throw this.#lexer.unexpected('an expression');
    }
  }

  #named(name: string, position: Position): Expression {
    const value = CONSTANTS.get(name);
    if (value !== undefined) {
      this.#lexer.take();
      return this.#node(position, { kind: 'literal', value, position });
    }
    if (RESERVED.has(name)) throw this.#lexer.unexpected('an expression');
    this.#lexer.take();
    if (!this.#lexer.at('(')) return this.#node(position, { kind: 'name', name, position });
    return this.#node(position, { kind: 'call', name, args: this.#arguments(), position });
  }

  #bracketed(symbol: string, position: Position): Expression {
    switch (symbol) {
      case '(': {
        this.#lexer.take();
        const inner = this.#conditional();
        this.#lexer.expect(')');
        return { ...inner, parentheses: [position, ...inner.parentheses] };
      }
      case '[':
        return this.#node(position, {
          kind: 'list',
          items: this.#items('[', ']', () => this.#conditional()),
          position,
        });
      case '{':
        return this.#node(position, {
          kind: 'map',
          entries: this.#items('{', '}', () => this.#entry()),
          position,
        });
      case '/':
        return this.#path(position);
      default:
        throw this.#lexer.unexpected('an expression');
    }
  }

  #entry(): readonly [Expression, Expression] {
    const key = this.#conditional();
    this.#lexer.expect(':');
    return [key, this.#conditional()];
  }

  #path(position: Position): Expression {
    const segments: (string | Expression)[] = [];
    do {
      this.#lexer.expect('/');
      if (this.#lexer.takeInsertion()) {
        segments.push(this.#conditional());
        this.#lexer.expect(')');
        continue;
      }
      const segment = this.#lexer.takePathSegment();
      if (segment === null) throw this.#lexer.unexpected('a path segment');
      segments.push(segment);
    } while (this.#lexer.atPathSlash());
    return this.#node(position, { kind: 'path', segments, position });
  }

  #arguments(): Expression[] {
    return this.#items('(', ')', () => this.#conditional());
  }

  #items<T>(open: string, close: string, item: () => T): T[] {
    this.#lexer.expect(open);
    const items: T[] = [];
    while (!this.#lexer.at(close)) {
      items.push(item());
      if (!this.#lexer.takeIf(',')) break;
    }
    this.#lexer.expect(close);
    return items;
  }

  /** Takes a name that is not reserved. `expected` describes it for the error message. */
  name(expected: string): string {
    const token = this.#lexer.peek();
    if (token.kind !== 'name') throw this.#lexer.unexpected(expected);
    if (RESERVED.has(token.text)) {
      throw new RulesError(`'${token.text}' is a reserved word.`, token.position);
    }
    this.#lexer.take();
    return token.text;
  }

  /** Completes an expression after its last token. */
  #node(start: Position, shape: ExpressionShape): Expression {
    let below = 0;
    for (const child of children(shape)) below = Math.max(below, child.height);
    return { ...shape, start, end: this.#lexer.end, parentheses: [], height: below + 1 };
  }

  #nested<T>(parse: () => T): T {
    if (this.#depth >= MAX_NESTING) throw new RulesError(TOO_COMPLEX, this.#lexer.position());
    this.#depth += 1;
    const result = parse();
    this.#depth -= 1;
    return result;
  }
}

function int(value: bigint, position: Position): bigint {
  if (value > MAX_INT || value < -MAX_INT - 1n) {
    throw new RulesError('The integer does not fit into 64 bits.', position);
  }
  return value;
}
