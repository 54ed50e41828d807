import type { Expression, Position } from '#firestore/rules/ast.ts';
import type { BoundExpression, DocumentFunction } from '#firestore/rules/bound.ts';
import type { Builtin } from '#firestore/rules/builtins/builtin.ts';
import { CONVERSIONS } from '#firestore/rules/builtins/numbers.ts';
import { NAMESPACES, TYPE_TESTS, methodsNamed } from '#firestore/rules/builtins/tables.ts';
import { compileRegex } from '#firestore/rules/regex/regex.ts';
import { RegexError } from '#firestore/rules/regex/syntax.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';
import type { FunctionSymbol, Locals, Scope } from '#firestore/rules/scope.ts';
import { staticType } from '#firestore/rules/static-type.ts';
import { OpenSegment } from '#firestore/rules/values/rule-path.ts';
import type { TypeName } from '#firestore/rules/values/rule-value.ts';

const DOCUMENT_FUNCTIONS: ReadonlyMap<string, DocumentFunction> = new Map([
  ['get', { after: false, exists: false }],
  ['exists', { after: false, exists: true }],
  ['getAfter', { after: true, exists: false }],
  ['existsAfter', { after: true, exists: true }],
]);

/** Methods whose first argument is a regular expression. */
const REGEX_METHODS: ReadonlySet<string> = new Set(['matches', 'replace', 'split']);

type Named<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** Binds expressions within one scope: resolves names, checks argument counts and looks up methods. */
export class ExpressionChecker {
  readonly #scope: Scope;
  readonly #locals: Locals;
  /** The depth of the deepest function called so far. */
  deepestCall = 0;

  constructor(scope: Scope, locals: Locals) {
    this.#scope = scope;
    this.#locals = locals;
  }

  bind(node: Expression): BoundExpression {
    const { line } = node.position;
    switch (node.kind) {
      case 'literal':
        return { kind: 'literal', value: node.value, line };
      case 'name':
        return this.#name(node);
      case 'member':
        return this.#member(node);
      case 'index':
        return { kind: 'index', target: this.bind(node.target), index: this.bind(node.index), line };
      case 'slice': {
        const { target, from, to } = node;
        return { kind: 'slice', target: this.bind(target), from: this.bind(from), to: this.bind(to), line };
      }
      case 'call':
        return this.#call(node);
      case 'method':
        return this.#method(node);
      case 'unary':
        return { kind: 'unary', operator: node.operator, operand: this.bind(node.operand), line };
      case 'binary': {
        const { operator, left, right } = node;
        return { kind: 'binary', operator, left: this.bind(left), right: this.bind(right), line };
      }
      case 'logical':
        return { kind: 'logical', operator: node.operator, operands: this.#all(node.operands), line };
      case 'conditional': {
        const { condition, yes, no } = node;
        return {
          kind: 'conditional',
          condition: this.bind(condition),
          yes: this.bind(yes),
          no: this.bind(no),
          line,
        };
      }
      case 'is':
        return this.#is(node);
      case 'list':
        return { kind: 'list', items: this.#all(node.items), line };
      case 'map':
        return {
          kind: 'map',
          entries: node.entries.map(([key, value]) => [this.bind(key), this.bind(value)] as const),
          line,
        };
      case 'path':
        return this.#path(node, false);
    }
  }

  #all(nodes: readonly Expression[]): BoundExpression[] {
    return nodes.map((node) => this.bind(node));
  }

  #name({ name, position }: Named<'name'>): BoundExpression {
    const bound = this.#variable(name, position.line);
    if (bound !== null) return bound;
    if (NAMESPACES.has(name)) throw new RulesError(`'${name}' is a namespace, not a value.`, position);
    if (this.#isFunction(name)) throw new RulesError(`'${name}' is a function; call it with '()'.`, position);
    throw new RulesError(`Unknown variable '${name}'.`, position);
  }

  #variable(name: string, line: number): BoundExpression | null {
    const slot = this.#locals.find(name);
    if (slot !== null) return { kind: 'local', slot, line };
    const index = this.#scope.findWildcard(name);
    if (index !== null) return { kind: 'wildcard', index, line };
    return name === 'request' || name === 'resource' ? { kind: name, line } : null;
  }

  #isFunction(name: string): boolean {
    return this.#scope.findFunction(name) !== null || DOCUMENT_FUNCTIONS.has(name) || CONVERSIONS.has(name);
  }

  #member({ target, name, position }: Named<'member'>): BoundExpression {
    const bound = this.#target(target);
    if (bound === null) throw new RulesError(`Unknown member '${name}' of a namespace.`, position);
    const type = staticType(bound);
    if (type !== null && type !== 'map' && type !== 'path') {
      throw new RulesError(`A ${type} has no member '${name}'.`, position);
    }
    return { kind: 'member', target: bound, name, line: position.line };
  }

  /** Returns null for the name of a namespace, unless a variable shadows it. */
  #target(node: Expression): BoundExpression | null {
    const isNamespace =
      node.kind === 'name' && NAMESPACES.has(node.name) && this.#variable(node.name, 0) === null;
    return isNamespace ? null : this.bind(node);
  }

  #call({ name, args, position }: Named<'call'>): BoundExpression {
    const { line } = position;
    const symbol = this.#scope.findFunction(name);
    if (symbol !== null) return this.#invoke(symbol, args, position);
    const call = DOCUMENT_FUNCTIONS.get(name);
    if (call !== undefined) {
      const [path] = args;
      checkCount(name, args.length, 1, position);
      if (path !== undefined) return { kind: 'document', call, path: this.bind(path), line };
    }
    const builtin = CONVERSIONS.get(name);
    if (builtin === undefined) throw new RulesError(`Unknown function '${name}'.`, position);
    checkCount(name, args.length, builtin.kinds.length, position);
    return { kind: 'builtin', builtin, args: this.#all(args), line };
  }

  #invoke(symbol: FunctionSymbol, args: readonly Expression[], position: Position): BoundExpression {
    const { name, parameters } = symbol.declaration;
    checkCount(name, args.length, parameters.length, position);
    const callee = symbol.state;
    if (callee === 'declared' || callee === 'waiting') throw recursionError(name, position);
    this.deepestCall = Math.max(this.deepestCall, callee.depth);
    return { kind: 'invoke', callee, args: this.#all(args), line: position.line };
  }

  #method(node: Named<'method'>): BoundExpression {
    const { target, name, args, position } = node;
    const { line } = position;
    const receiver =
      target.kind === 'path' && name === 'bind' ? this.#path(target, true) : this.#target(target);
    if (receiver === null) return this.#namespaceCall(node);
    const byType = methodsNamed(name);
    if (byType.size === 0) throw new RulesError(`Unknown method '${name}'.`, position);
    const type = staticType(receiver);
    const candidates = type === null ? [...byType.values()] : [...this.#ofType(byType, type, name, position)];
    if (!candidates.some(({ kinds }) => kinds.length === args.length + 1)) {
      checkCount(name, args.length, (candidates[0]?.kinds.length ?? 1) - 1, position);
    }
    if (REGEX_METHODS.has(name)) checkRegex(args[0]);
    return { kind: 'method', target: receiver, name, byType, args: this.#all(args), line };
  }

  #ofType(
    byType: ReadonlyMap<TypeName, Builtin>,
    type: TypeName,
    name: string,
    position: Position,
  ): readonly Builtin[] {
    const method = byType.get(type);
    if (method === undefined) throw new RulesError(`A ${type} has no method '${name}'.`, position);
    return [method];
  }

  #namespaceCall({ target, name, args, position }: Named<'method'>): BoundExpression {
    const namespace = target.kind === 'name' ? target.name : '';
    const builtin = NAMESPACES.get(namespace)?.get(name);
    if (builtin === undefined) throw new RulesError(`Unknown function '${namespace}.${name}'.`, position);
    checkCount(name, args.length, builtin.kinds.length, position);
    return { kind: 'builtin', builtin, args: this.#all(args), line: position.line };
  }

  #is({ operand, type, position }: Named<'is'>): BoundExpression {
    const types = TYPE_TESTS.get(type);
    if (types === undefined) throw new RulesError(`Unknown type '${type}'.`, position);
    return { kind: 'is', operand: this.bind(operand), types, line: position.line };
  }

  /** If `open` is set, an undeclared name becomes an open segment, which `bind()` fills in. */
  #path({ segments, position }: Named<'path'>, open: boolean): BoundExpression {
    return {
      kind: 'path',
      line: position.line,
      segments: segments.map((segment) => {
        if (typeof segment === 'string') return segment;
        const isOpen = open && segment.kind === 'name' && this.#variable(segment.name, 0) === null;
        return isOpen ? new OpenSegment(segment.name) : this.bind(segment);
      }),
    };
  }
}

export function recursionError(name: string, position: Position): RulesError {
  return new RulesError(`The function '${name}' calls itself.`, position);
}

function checkCount(name: string, given: number, expected: number, position: Position): void {
  if (given === expected) return;
  const noun = expected === 1 ? 'argument' : 'arguments';
  throw new RulesError(`'${name}' takes ${String(expected)} ${noun}, not ${String(given)}.`, position);
}

function checkRegex(pattern: Expression | undefined): void {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return;
  const regex = compileRegex(pattern.value);
  if (regex instanceof RegexError) throw new RulesError(regex.message, pattern.position);
}
