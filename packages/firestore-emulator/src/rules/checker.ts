import type {
  Expression,
  FunctionDeclaration,
  MatchBlock,
  PatternSegment,
  RulesFile,
} from '#firestore/rules/ast.ts';
import { children } from '#firestore/rules/ast-children.ts';
import type { BoundAllow, BoundFunction, BoundMatch } from '#firestore/rules/bound.ts';
import { ExpressionChecker, recursionError } from '#firestore/rules/expression-checker.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';
import { Locals, Scope } from '#firestore/rules/scope.ts';
import type { FunctionSymbol } from '#firestore/rules/scope.ts';

/** The limits of the real service. https://firebase.google.com/docs/firestore/security/rules-structure#limits */
const MAX_SEGMENTS = 100;
const MAX_WILDCARDS = 20;
const MAX_PARAMETERS = 7;
const MAX_LETS = 10;
const MAX_CALL_DEPTH = 20;

export interface CheckedFile {
  readonly matches: readonly BoundMatch[];
  /** In call order: a function comes after the functions that it calls. */
  readonly functions: readonly BoundFunction[];
  readonly warnings: readonly string[];
}

/** Resolves every name or throws a RulesError. After this, an evaluation can fail only because of values. */
export function checkRulesFile(file: RulesFile): CheckedFile {
  return new Checker(file).check();
}

class Checker {
  readonly #file: RulesFile;
  readonly #matches: BoundMatch[] = [];
  readonly #functions: BoundFunction[] = [];

  constructor(file: RulesFile) {
    this.#file = file;
  }

  check(): CheckedFile {
    const scope = new Scope(null, new Map());
    this.#declare(this.#file.functions, scope);
    for (const block of this.#file.matches) this.#match(block, [], scope);
    const warnings =
      this.#file.versionPosition === null
        ? [
            "1:1 The file has no rules_version, so the version is '1': recursive wildcards don't match an empty path.",
          ]
        : [];
    return { matches: this.#matches, functions: this.#functions, warnings };
  }

  #match(block: MatchBlock, outer: readonly PatternSegment[], parent: Scope): void {
    const pattern = [...outer, ...block.pattern];
    const scope = new Scope(parent, this.#wildcards(block, parent));
    this.#checkPattern(block, outer, pattern);
    this.#declare(block.functions, scope);
    if (block.allows.length > 0) {
      this.#matches.push({
        pattern,
        emptyWildcards: this.#file.version === 2,
        allows: block.allows.map(({ methods, condition, position }): BoundAllow => {
          const checker = new ExpressionChecker(scope, new Locals());
          return { methods, condition: condition && checker.bind(condition), line: position.line };
        }),
      });
    }
    for (const inner of block.matches) this.#match(inner, pattern, scope);
  }

  #wildcards(block: MatchBlock, parent: Scope): ReadonlyMap<string, number> {
    const wildcards = new Map(parent.wildcards);
    for (const segment of block.pattern) {
      if (segment.kind === 'literal') continue;
      if (wildcards.has(segment.name)) {
        throw new RulesError(`The wildcard '${segment.name}' is declared twice.`, segment.position);
      }
      wildcards.set(segment.name, wildcards.size);
    }
    if (wildcards.size > MAX_WILDCARDS) {
      throw new RulesError(`A path can have at most ${String(MAX_WILDCARDS)} wildcards.`, block.position);
    }
    return wildcards;
  }

  #checkPattern(
    block: MatchBlock,
    outer: readonly PatternSegment[],
    pattern: readonly PatternSegment[],
  ): void {
    if (pattern.length > MAX_SEGMENTS) {
      throw new RulesError(`A path can have at most ${String(MAX_SEGMENTS)} segments.`, block.position);
    }
    const [, ...repeated] = block.pattern.filter((segment) => segment.kind === 'many');
    if (repeated[0]?.kind === 'many') {
      throw new RulesError('A match can have at most one recursive wildcard.', repeated[0].position);
    }
    const early = pattern.slice(0, -1).some((segment) => segment.kind === 'many');
    if (this.#file.version === 1 && early) {
      const where = outer.some((segment) => segment.kind === 'many')
        ? 'no match may be nested in it'
        : 'no segment may follow it';
      throw new RulesError(
        `A recursive wildcard in rules_version '1' must end its path: ${where}.`,
        block.position,
      );
    }
  }

  #declare(declarations: readonly FunctionDeclaration[], scope: Scope): void {
    const symbols = declarations.map((declaration) => scope.declare(declaration));
    for (const symbol of symbols) this.#bindInOrder(symbol);
  }

  /** Binds the callees of a function before the function. An explicit stack avoids overflow by a long chain of calls. */
  #bindInOrder(first: FunctionSymbol): void {
    const stack = [first];
    for (let symbol = stack.at(-1); symbol !== undefined; symbol = stack.at(-1)) {
      symbol.state = symbol.state === 'declared' ? 'waiting' : symbol.state;
      const callee = symbol.state === 'waiting' ? findUnboundCallee(symbol) : null;
      if (callee !== null) {
        stack.push(callee);
        continue;
      }
      if (symbol.state === 'waiting') {
        symbol.state = this.#bindFunction(symbol);
        this.#functions.push(symbol.state);
      }
      stack.pop();
    }
  }

  #bindFunction({ declaration, scope }: FunctionSymbol): BoundFunction {
    const { name, position, parameters, lets, result } = declaration;
    if (parameters.length > MAX_PARAMETERS) {
      throw new RulesError(`A function can have at most ${String(MAX_PARAMETERS)} parameters.`, position);
    }
    if (lets.length > MAX_LETS) {
      throw new RulesError(`A function can have at most ${String(MAX_LETS)} variables.`, position);
    }
    const locals = new Locals();
    for (const parameter of parameters) locals.add(parameter.name, parameter.position);
    const checker = new ExpressionChecker(scope, locals);
    const boundLets = lets.map((binding) => {
      const value = checker.bind(binding.value);
      // Declare the variable after binding its value, which can't refer to the variable.
      locals.add(binding.name, binding.position);
      return value;
    });
    const bound = { name, lets: boundLets, result: checker.bind(result), depth: checker.deepestCall + 1 };
    if (bound.depth > MAX_CALL_DEPTH) {
      throw new RulesError(
        `Function calls can be nested at most ${String(MAX_CALL_DEPTH)} levels deep.`,
        position,
      );
    }
    return bound;
  }
}

/** Finds a function that this function calls and that is not bound yet. */
function findUnboundCallee({ declaration, scope }: FunctionSymbol): FunctionSymbol | null {
  const pending: Expression[] = [declaration.result, ...declaration.lets.map(({ value }) => value)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const callee = node.kind === 'call' ? scope.findFunction(node.name) : null;
    if (callee?.state === 'waiting') throw recursionError(callee.declaration.name, node.position);
    if (callee?.state === 'declared') return callee;
    pending.push(...children(node));
  }
  return null;
}
