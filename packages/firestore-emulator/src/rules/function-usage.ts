import type { ExpressionChecker } from '#firestore/rules/expression-checker.ts';
import type { FunctionSymbol } from '#firestore/rules/scope.ts';
import type { Warnings } from '#firestore/rules/warnings.ts';

type Uses = Pick<ExpressionChecker, 'callees' | 'ofRequest'>;

/** Finds the functions that nothing calls, and those that no rule reaches. */
export class FunctionUsage {
  readonly #functions = new Map<FunctionSymbol, Uses>();
  /** The functions that a condition calls directly. */
  readonly #calledByRules = new Set<FunctionSymbol>();

  addFunction(symbol: FunctionSymbol, uses: Uses): void {
    this.#functions.set(symbol, uses);
  }

  addCalls(callees: Iterable<FunctionSymbol>): void {
    for (const symbol of callees) this.#calledByRules.add(symbol);
  }

  warn(warnings: Warnings): void {
    const called = new Set([...this.#functions.values()].flatMap(({ callees }) => [...callees]));
    const reached = this.#reached();
    for (const [symbol, { ofRequest }] of this.#functions) {
      if (reached.has(symbol)) continue;
      const { name, position } = symbol.declaration;
      if (!called.has(symbol)) warnings.add(`Unused function: ${name}.`, position, name.length);
      // Like the real service: without a rule that calls the function, there is no request.
      for (const node of ofRequest) {
        if (node.kind === 'name') warnings.addAt(`Invalid variable name: ${node.name}.`, node);
        if (node.kind === 'call') warnings.addAt(`Invalid function name: ${node.name}.`, node);
      }
    }
  }

  #reached(): ReadonlySet<FunctionSymbol> {
    const reached = new Set(this.#calledByRules);
    // A set also visits the members that are added during the loop.
    for (const symbol of reached) {
      for (const callee of this.#functions.get(symbol)?.callees ?? []) reached.add(callee);
    }
    return reached;
  }
}
