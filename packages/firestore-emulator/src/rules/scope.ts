import type { Binding, FunctionDeclaration } from '#firestore/rules/ast.ts';
import type { BoundFunction } from '#firestore/rules/bound.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';

/** A declared function and the state of its binding. */
export interface FunctionSymbol {
  readonly declaration: FunctionDeclaration;
  readonly scope: Scope;
  state: 'declared' | 'waiting' | BoundFunction;
}

/** A wildcard of a match. The index counts the wildcards of the whole path. */
export interface Wildcard {
  readonly index: number;
  readonly type: 'string' | 'path';
}

/** The names that are visible in a block: its own and those of the enclosing blocks. */
export class Scope {
  readonly #parent: Scope | null;
  readonly #functions = new Map<string, FunctionSymbol>();
  readonly #wildcards: ReadonlyMap<string, Wildcard>;

  /** The wildcards of the whole path, by name. If two have the same name, the inner one hides the outer one. */
  constructor(parent: Scope | null, wildcards: ReadonlyMap<string, Wildcard>) {
    this.#parent = parent;
    this.#wildcards = wildcards;
  }

  declare(declaration: FunctionDeclaration): FunctionSymbol {
    const { name, position } = declaration;
    if (this.#functions.has(name))
      throw new RulesError(`The function '${name}' is declared twice.`, position);
    const symbol: FunctionSymbol = { declaration, scope: this, state: 'declared' };
    this.#functions.set(name, symbol);
    return symbol;
  }

  findFunction(name: string): FunctionSymbol | null {
    return this.#functions.get(name) ?? this.#parent?.findFunction(name) ?? null;
  }

  findWildcard(name: string): Wildcard | null {
    return this.#wildcards.get(name) ?? null;
  }
}

/** The parameters and variables of one function. */
export class Locals {
  readonly #slots = new Map<string, number>();
  readonly #unused = new Map<string, Binding>();

  add(binding: Binding): void {
    const { name, position } = binding;
    if (this.#slots.has(name)) throw new RulesError(`'${name}' is declared twice.`, position);
    this.#slots.set(name, this.#slots.size);
    this.#unused.set(name, binding);
  }

  find(name: string): number | null {
    this.#unused.delete(name);
    return this.#slots.get(name) ?? null;
  }

  /** The parameters and variables that nothing has looked up. */
  unused(): Iterable<Binding> {
    return this.#unused.values();
  }
}
