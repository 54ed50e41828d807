import { callBuiltin, callMethod, element, member, slice } from '#firestore/rules/access.ts';
import type { BoundExpression, BoundFunction } from '#firestore/rules/bound.ts';
import type { Environment } from '#firestore/rules/environment.ts';
import { textOf } from '#firestore/rules/builtins/collections.ts';
import { COST_OF_ELSE, COST_OF_NEXT_OPERAND, costOf } from '#firestore/rules/limits/expression-cost.ts';
import { binary, negate } from '#firestore/rules/operators.ts';
import { Failure, Unknown, isValue, typeError } from '#firestore/rules/values/slot.ts';
import type { Facts, Slot } from '#firestore/rules/values/slot.ts';
import { isPresent, isUnknownOf } from '#firestore/rules/unknowns.ts';
import { OpenSegment, RulePath } from '#firestore/rules/values/rule-path.ts';
import { typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue } from '#firestore/rules/values/rule-value.ts';

/** A compiled expression. The locals belong to the enclosing function. */
export type Evaluate = (environment: Environment, locals: readonly Slot[]) => Slot;

type Named<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;

type Variable = Named<'local' | 'wildcard' | 'request' | 'resource'>;

/** A compiled function. The arguments become its first locals. */
type Invoke = (environment: Environment, args: Slot[]) => Slot;

/** Compiles the bound expressions of one ruleset to closures. */
export class Compiler {
  readonly #functions = new Map<BoundFunction, Invoke>();

  /** A function must come after the functions that it calls. */
  constructor(functions: readonly BoundFunction[]) {
    for (const declared of functions) this.#functions.set(declared, this.#function(declared));
  }

  compile(node: BoundExpression): Evaluate {
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        const cost = costOf(node);
        return ({ meter }) => {
          meter.expressions(cost);
          return value;
        };
      }
      case 'local':
      case 'wildcard':
      case 'request':
      case 'resource':
        return traced(node, variable(node));
      default:
        return metered(node, this.#operation(node));
    }
  }

  #operation(node: Exclude<BoundExpression, Named<'literal'> | Variable>): Evaluate {
    switch (node.kind) {
      case 'invalid': {
        const failure = new Failure(node.message);
        return () => failure;
      }
      case 'member': {
        const target = this.compile(node.target);
        const { name } = node;
        return (environment, locals) => member(target(environment, locals), name);
      }
      case 'index': {
        const target = this.compile(node.target);
        const index = this.compile(node.index);
        return (environment, locals) =>
          element(target(environment, locals), index(environment, locals), environment.meter);
      }
      case 'slice':
        return this.#slice(node);
      case 'invoke':
        return this.#invoke(node);
      case 'builtin': {
        const args = this.#all(node.args);
        const { builtin } = node;
        return (environment, locals) => callBuiltin(builtin, args(environment, locals), environment.meter);
      }
      case 'document':
        return this.#document(node);
      case 'method':
        return this.#method(node);
      case 'unary': {
        const operand = this.compile(node.operand);
        const { operator } = node;
        return (environment, locals) => negate(operator, operand(environment, locals));
      }
      case 'binary': {
        const left = this.compile(node.left);
        const right = this.compile(node.right);
        const { operator } = node;
        return (environment, locals) =>
          binary(operator, left(environment, locals), right(environment, locals), environment.meter);
      }
      case 'logical':
        return this.#logical(node);
      case 'conditional':
        return this.#conditional(node);
      case 'is':
        return this.#is(node);
      case 'list':
        return this.#list(node);
      case 'map':
        return this.#map(node);
      case 'path':
        return this.#path(node);
    }
  }

  #all(nodes: readonly BoundExpression[]): (environment: Environment, locals: readonly Slot[]) => Slot[] {
    const compiled = nodes.map((node) => this.compile(node));
    return (environment, locals) => compiled.map((evaluate) => evaluate(environment, locals));
  }

  #slice(node: Named<'slice'>): Evaluate {
    const target = this.compile(node.target);
    const from = this.compile(node.from);
    const to = this.compile(node.to);
    return (environment, locals) =>
      slice(
        target(environment, locals),
        from(environment, locals),
        to(environment, locals),
        environment.meter,
      );
  }

  #invoke(node: Named<'invoke'>): Evaluate {
    const args = this.#all(node.args);
    const callee = this.#functions.get(node.callee);
    if (callee === undefined) throw new Error(`The function '${node.callee.name}' was not compiled.`);
    return (environment, locals) => callee(environment, args(environment, locals));
  }

  /** A failed argument or variable is an error only if an expression uses it, so `||` can still ignore it. */
  #function(declared: BoundFunction): Invoke {
    const lets = declared.lets.map((binding) => this.compile(binding));
    const result = this.compile(declared.result);
    return (environment, locals) => {
      for (const binding of lets) locals.push(binding(environment, locals));
      return result(environment, locals);
    };
  }

  #document(node: Named<'document'>): Evaluate {
    const path = this.compile(node.path);
    const { call } = node;
    return (environment, locals) => {
      const slot = path(environment, locals);
      if (slot instanceof Failure) return slot;
      return slot instanceof Unknown ? new Unknown(slot.source) : environment.documents.read(slot, call);
    };
  }

  #method(node: Named<'method'>): Evaluate {
    const target = this.compile(node.target);
    const args = this.#all(node.args);
    const { name, byType } = node;
    return (environment, locals) =>
      callMethod(target(environment, locals), name, byType, args(environment, locals), environment.meter);
  }

  /** An operand that decides the result (true for `||`, false for `&&`) overrides errors in the other operands. */
  #logical(node: Named<'logical'>): Evaluate {
    const operands = node.operands.map((operand) => this.compile(operand));
    const deciding = node.operator === '||';
    return (environment, locals) => {
      let failure: Failure | null = null;
      let unknown: Unknown | null = null;
      for (const [at, operand] of operands.entries()) {
        if (at > 0) environment.meter.expressions(COST_OF_NEXT_OPERAND);
        const slot = operand(environment, locals);
        if (slot === deciding) return deciding;
        if (slot instanceof Unknown) unknown ??= slot;
        else if (slot instanceof Failure) failure ??= slot;
        else if (typeof slot !== 'boolean') failure ??= typeError([typeOf(slot)], 'bool');
      }
      return unknown ?? failure ?? !deciding;
    };
  }

  #conditional(node: Named<'conditional'>): Evaluate {
    const condition = this.compile(node.condition);
    const yes = this.compile(node.yes);
    const no = this.compile(node.no);
    return (environment, locals) => {
      const slot = condition(environment, locals);
      if (slot === true) return yes(environment, locals);
      if (slot === false) {
        environment.meter.expressions(COST_OF_ELSE);
        return no(environment, locals);
      }
      return isValue(slot) ? typeError([typeOf(slot)], 'bool') : withoutFacts(slot);
    };
  }

  #is(node: Named<'is'>): Evaluate {
    const operand = this.compile(node.operand);
    const { types } = node;
    return (environment, locals) => {
      const slot = operand(environment, locals);
      if (slot instanceof Unknown) return isUnknownOf(slot, types) ?? withoutFacts(slot);
      return slot instanceof Failure ? slot : types.includes(typeOf(slot));
    };
  }

  #list(node: Named<'list'>): Evaluate {
    const items = this.#all(node.items);
    return (environment, locals) => {
      const slots = items(environment, locals);
      const values = slots.filter(isValue);
      if (values.length === slots.length) return values;
      const failure = slots.find((slot) => slot instanceof Failure);
      if (failure !== undefined) return failure;
      const unknowns = slots.filter((slot) => slot instanceof Unknown);
      const [first] = unknowns;
      // If an item may be missing, evaluating the list may end in an error.
      const facts: Facts = unknowns.every(isPresent) ? { type: 'list', contains: values } : {};
      return new Unknown(first?.source ?? '', facts);
    };
  }

  #map(node: Named<'map'>): Evaluate {
    const keys = this.#all(node.entries.map(([key]) => key));
    const values = this.#all(node.entries.map(([, value]) => value));
    return (environment, locals) => {
      const map = new Map<string, RuleValue>();
      let unknown: Unknown | null = null;
      const slots = values(environment, locals);
      for (const [at, key] of keys(environment, locals).entries()) {
        const value = slots[at] ?? null;
        if (key instanceof Failure) return key;
        if (value instanceof Failure) return value;
        if (key instanceof Unknown) unknown = new Unknown(key.source);
        else if (value instanceof Unknown) unknown = new Unknown(value.source);
        else if (typeof key === 'string') map.set(key, value);
        else return typeError([typeOf(key)], 'string');
      }
      return unknown ?? map;
    };
  }

  #path(node: Named<'path'>): Evaluate {
    const parts = node.segments.map((segment) =>
      typeof segment === 'string' || segment instanceof OpenSegment ? segment : this.compile(segment),
    );
    return (environment, locals) => {
      const segments: (string | OpenSegment)[] = [];
      for (const part of parts) {
        const slot = typeof part === 'function' ? part(environment, locals) : part;
        if (slot instanceof OpenSegment) segments.push(slot);
        else if (slot instanceof RulePath) segments.push(...slot.segments);
        else if (slot instanceof Failure) return slot;
        else if (slot instanceof Unknown) return withoutFacts(slot);
        else {
          const text = textOf(slot);
          if (text === null) return typeError([typeOf(slot)], 'string');
          segments.push(text);
        }
      }
      return new RulePath(segments);
    };
  }
}

/** The facts about an operand don't apply to the result of an operation. */
function withoutFacts(slot: Failure | Unknown): Failure | Unknown {
  return slot instanceof Unknown ? new Unknown(slot.source) : slot;
}

function variable(node: Variable): Evaluate {
  switch (node.kind) {
    case 'local': {
      const { slot } = node;
      return (_environment, locals) => locals[slot] ?? null;
    }
    case 'wildcard': {
      const { index } = node;
      return ({ wildcards }) => wildcards[index] ?? null;
    }
    case 'request':
      return ({ request }) => request;
    case 'resource':
      return ({ resource }) => resource;
  }
}

function traced(node: Variable, evaluate: Evaluate): Evaluate {
  const { origin } = node;
  const cost = costOf(node);
  return (environment, locals) => {
    const { meter, trace } = environment;
    meter.expressions(cost);
    const slot = evaluate(environment, locals);
    trace.add(origin, slot, trace.size);
    return slot;
  };
}

/** Counts the expression, and adds its line to an error or an unknown that has none yet. */
function metered(node: BoundExpression, evaluate: Evaluate): Evaluate {
  const { origin } = node;
  const { line } = origin.position;
  const cost = costOf(node);
  return (environment, locals) => {
    const { meter, trace } = environment;
    meter.expressions(cost);
    const first = trace.size;
    const result = evaluate(environment, locals);
    const slot = result instanceof Failure || result instanceof Unknown ? result.at(line) : result;
    trace.add(origin, slot, first);
    return slot;
  };
}
