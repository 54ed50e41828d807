import type { Expression, Position } from '#firestore/rules/ast.ts';
import type { BoundExpression, DocumentFunction } from '#firestore/rules/bound.ts';
import type { Builtin } from '#firestore/rules/builtins/builtin.ts';
import { CONVERSIONS } from '#firestore/rules/builtins/numbers.ts';
import { NAMESPACES, TYPE_TESTS, methodsNamed } from '#firestore/rules/builtins/tables.ts';
import { compileRegex } from '#firestore/rules/regex/regex.ts';
import { RegexError } from '#firestore/rules/regex/syntax.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';
import type { FunctionSymbol, Locals, Scope } from '#firestore/rules/scope.ts';
import { TypeWarnings } from '#firestore/rules/type-warnings.ts';
import { OpenSegment } from '#firestore/rules/values/rule-path.ts';
import type { Warnings } from '#firestore/rules/warnings.ts';

const DOCUMENT_FUNCTIONS: ReadonlyMap<string, DocumentFunction> = new Map([
  ['get', { after: false, exists: false }],
  ['exists', { after: false, exists: true }],
  ['getAfter', { after: true, exists: false }],
  ['existsAfter', { after: true, exists: true }],
]);

/** Methods whose first argument is a regular expression. */
const REGEX_METHODS: ReadonlySet<string> = new Set(['matches', 'replace', 'split']);

type Named<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/**
 * Binds expressions within one scope: resolves names, checks argument counts and looks up methods. As in the real service,
 * a name that refers to nothing and a wrong number of arguments are only warnings. Evaluating them is an error.
 */
export class ExpressionChecker {
  readonly #scope: Scope;
  readonly locals: Locals;
  readonly #warnings: Warnings;
  readonly #types: TypeWarnings;
  /** The functions that the expressions call. */
  readonly callees = new Set<FunctionSymbol>();
  /** The variables and functions that only a request provides. */
  readonly ofRequest: Expression[] = [];
  /** The depth of the deepest function called so far. */
  deepestCall = 0;

  constructor(scope: Scope, locals: Locals, warnings: Warnings) {
    this.#scope = scope;
    this.locals = locals;
    this.#warnings = warnings;
    this.#types = new TypeWarnings(warnings);
  }

  bindValue(node: Expression): BoundExpression {
    const bound = this.#bind(node);
    this.#types.check(bound);
    return bound;
  }

  bindCondition(node: Expression): BoundExpression {
    const bound = this.#bind(node);
    this.#types.checkCondition(bound);
    return bound;
  }

  #bind(node: Expression): BoundExpression {
    switch (node.kind) {
      case 'literal':
        return { kind: 'literal', value: node.value, origin: node };
      case 'name':
        return this.#name(node);
      case 'member':
        return { kind: 'member', target: this.#bind(node.target), name: node.name, origin: node };
      case 'index':
        return {
          kind: 'index',
          target: this.#bind(node.target),
          index: this.#bind(node.index),
          origin: node,
        };
      case 'slice': {
        const [target, from, to] = [this.#bind(node.target), this.#bind(node.from), this.#bind(node.to)];
        return { kind: 'slice', target, from, to, origin: node };
      }
      case 'call':
        return this.#call(node);
      case 'method':
        return this.#method(node);
      case 'unary':
        return { kind: 'unary', operator: node.operator, operand: this.#bind(node.operand), origin: node };
      case 'binary': {
        const { operator, left, right } = node;
        return { kind: 'binary', operator, left: this.#bind(left), right: this.#bind(right), origin: node };
      }
      case 'logical':
        return { kind: 'logical', operator: node.operator, operands: this.#all(node.operands), origin: node };
      case 'conditional': {
        const [condition, yes, no] = [this.#bind(node.condition), this.#bind(node.yes), this.#bind(node.no)];
        return { kind: 'conditional', condition, yes, no, origin: node };
      }
      case 'is':
        return this.#is(node);
      case 'list':
        return { kind: 'list', items: this.#all(node.items), origin: node };
      case 'map': {
        const entries = node.entries.map(([key, value]) => [this.#bind(key), this.#bind(value)] as const);
        return { kind: 'map', entries, origin: node };
      }
      case 'path':
        return this.#path(node, false);
    }
  }

  #all(nodes: readonly Expression[]): BoundExpression[] {
    return nodes.map((node) => this.#bind(node));
  }

  #name(node: Named<'name'>): BoundExpression {
    const { name, position } = node;
    const bound = this.#variable(node);
    if (bound !== null) return bound;
    if (NAMESPACES.has(name)) throw namespaceError(name, position);
    this.#warnings.addAt(`Invalid variable name: ${name}.`, node);
    return { kind: 'invalid', message: 'Null value error.', origin: node };
  }

  #variable(origin: Named<'name'>): BoundExpression | null {
    const { name } = origin;
    const slot = this.locals.find(name);
    if (slot !== null) return { kind: 'local', slot, origin };
    const wildcard = this.#scope.findWildcard(name);
    if (wildcard !== null) return { kind: 'wildcard', ...wildcard, origin };
    if (name !== 'request' && name !== 'resource') return null;
    this.ofRequest.push(origin);
    return { kind: name, origin };
  }

  #call(node: Named<'call'>): BoundExpression {
    const { name } = node;
    const symbol = this.#scope.findFunction(name);
    if (symbol !== null) return this.#invoke(symbol, node);
    const args = this.#all(node.args);
    const call = DOCUMENT_FUNCTIONS.get(name);
    if (call !== undefined) {
      this.ofRequest.push(node);
      const [path, ...others] = args;
      const isCall = path !== undefined && others.length === 0;
      return isCall
        ? { kind: 'document', call, path, origin: node }
        : this.#wrongCount(node, name, `${name}(path)`, args);
    }
    return this.#builtin(node, name, CONVERSIONS.get(name), args);
  }

  #builtin(
    origin: Expression,
    name: string,
    builtin: Builtin | undefined,
    args: readonly BoundExpression[],
  ): BoundExpression {
    if (builtin === undefined) return this.#unknownFunction(origin, name, args);
    return builtin.kinds.length === args.length
      ? { kind: 'builtin', builtin, args, origin }
      : this.#wrongCount(origin, name, `${name}(${builtin.kinds.join(', ')})`, args);
  }

  #unknownFunction(origin: Expression, name: string, operands: readonly BoundExpression[]): BoundExpression {
    for (const operand of operands) this.#types.check(operand);
    this.#warnings.addAt(`Invalid function name: ${name}.`, origin);
    return { kind: 'invalid', message: `Function not found error: Name: [${name}].`, origin };
  }

  #wrongCount(
    origin: Expression,
    name: string,
    expected: string,
    args: readonly BoundExpression[],
  ): BoundExpression {
    for (const arg of args) this.#types.check(arg);
    this.#warnings.addAt(`Incorrect number of arguments supplied to function: ${name}.`, origin);
    const message = `Incorrect number of arguments. Received: ${String(args.length)}. Expected: ${expected}.`;
    return { kind: 'invalid', message, origin };
  }

  #invoke(symbol: FunctionSymbol, node: Named<'call'>): BoundExpression {
    const { name, parameters } = symbol.declaration;
    const callee = symbol.state;
    if (callee === 'declared' || callee === 'waiting') throw recursionError(name, node.position);
    this.callees.add(symbol);
    const args = this.#all(node.args);
    if (parameters.length !== args.length) {
      const names = parameters.map((parameter) => parameter.name).join(', ');
      return this.#wrongCount(node, name, `${name}(${names})`, args);
    }
    this.deepestCall = Math.max(this.deepestCall, callee.depth);
    return { kind: 'invoke', callee, args, origin: node };
  }

  #method(node: Named<'method'>): BoundExpression {
    const { target, name } = node;
    if (target.kind === 'name' && NAMESPACES.has(target.name) && this.#variable(target) === null) {
      const builtin = NAMESPACES.get(target.name)?.get(name);
      return this.#builtin(node, `${target.name}.${name}`, builtin, this.#all(node.args));
    }
    const receiver =
      target.kind === 'path' && name === 'bind' ? this.#path(target, true) : this.#bind(target);
    const args = this.#all(node.args);
    const byType = methodsNamed(name);
    const [[type, method] = []] = byType;
    if (type === undefined || method === undefined)
      return this.#unknownFunction(node, name, [receiver, ...args]);
    if (![...byType.values()].some(({ kinds }) => kinds.length === args.length + 1)) {
      const signature = `${type}.${name}(${method.kinds.slice(1).join(', ')})`;
      this.#types.check(receiver);
      return this.#wrongCount(node, name, signature, args);
    }
    if (REGEX_METHODS.has(name)) checkRegex(node.args[0]);
    return { kind: 'method', target: receiver, name, byType, args, origin: node };
  }

  #is(node: Named<'is'>): BoundExpression {
    const types = TYPE_TESTS.get(node.type);
    if (types === undefined) throw new RulesError(`Unknown type '${node.type}'.`, node.position);
    return { kind: 'is', operand: this.#bind(node.operand), types, origin: node };
  }

  /** If `open` is set, an undeclared name becomes an open segment, which `bind()` fills in. */
  #path(node: Named<'path'>, open: boolean): BoundExpression {
    const segments = node.segments.map((segment) => {
      if (typeof segment === 'string') return segment;
      const isOpen = open && segment.kind === 'name' && this.#variable(segment) === null;
      return isOpen ? new OpenSegment(segment.name) : this.#bind(segment);
    });
    return { kind: 'path', segments, origin: node };
  }
}

export function namespaceError(name: string, position: Position): RulesError {
  return new RulesError(`'${name}' is a namespace, not a variable.`, position);
}

export function recursionError(name: string, position: Position): RulesError {
  return new RulesError(`The function '${name}' calls itself.`, position);
}

function checkRegex(pattern: Expression | undefined): void {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return;
  const regex = compileRegex(pattern.value);
  if (regex instanceof RegexError) throw new RulesError(regex.message, pattern.position);
}
