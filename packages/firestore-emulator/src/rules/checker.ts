import type { RulesIssue } from '#firestore/api/service.ts';
import type {
  AllowStatement,
  DuplicateService,
  Expression,
  FunctionDeclaration,
  MatchBlock,
  PatternSegment,
  Position,
  RulesFile,
} from '#firestore/rules/ast.ts';
import { children } from '#firestore/rules/ast-children.ts';
import type { BoundAllow, BoundExpression, BoundFunction, BoundMatch } from '#firestore/rules/bound.ts';
import { NAMESPACES } from '#firestore/rules/builtins/tables.ts';
import { ExpressionChecker, namespaceError, recursionError } from '#firestore/rules/expression-checker.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';
import { FunctionUsage } from '#firestore/rules/function-usage.ts';
import { Locals, Scope } from '#firestore/rules/scope.ts';
import type { FunctionSymbol, Wildcard } from '#firestore/rules/scope.ts';
import { staticTypes } from '#firestore/rules/static-type.ts';
import { Warnings } from '#firestore/rules/warnings.ts';

/** The limits of the real service. https://firebase.google.com/docs/firestore/security/rules-structure#limits */
const MAX_SEGMENTS = 100;
const MAX_WILDCARDS = 20;
const MAX_PARAMETERS = 7;
/** How many functions may be called from within a function. */
const MAX_CALL_DEPTH = 20;
const MAX_LETS = 10;

/** The texts of the official emulator, so that a web search finds help. */
const TOO_MANY_LETS = `Maximum allowed variable count of ${String(MAX_LETS)} for a given function has been reached.`;
const DUPLICATE_SERVICE = 'Duplicate service name declaration.';

const OLD_VERSION =
  'Ruleset uses old version (version [1]). Please update to the latest version (version [2]).';

export interface CheckedFile {
  readonly matches: readonly BoundMatch[];
  /** In call order: a function comes after the functions that it calls. */
  readonly functions: readonly BoundFunction[];
  readonly warnings: readonly RulesIssue[];
}

/** Resolves all names. Throws a RulesError for what the real service refuses, and collects warnings for the rest. */
export function checkRulesFile(file: RulesFile): CheckedFile {
  return new Checker(file).check();
}

class Checker {
  readonly #file: RulesFile;
  readonly #functions: BoundFunction[] = [];
  readonly #warnings = new Warnings();
  readonly #usage = new FunctionUsage();

  constructor(file: RulesFile) {
    this.#file = file;
  }

  check(): CheckedFile {
    const scope = new Scope(null, new Map());
    this.#declare(this.#file.functions, scope);
    const matches = this.#file.matches.flatMap((block) => this.#match(block, [], scope));
    const refused = this.#file.duplicates.flatMap((duplicate) => this.#duplicate(duplicate, scope));
    if (this.#file.version === 1) this.#warnings.addOfFile(OLD_VERSION);
    for (const { name, position } of this.#file.unknownServices) {
      this.#warnings.add(`Invalid service name: ${name}.`, position, name.length);
    }
    for (const { name, position } of this.#file.unknownMethods) {
      this.#warnings.add(`Invalid method name: ${name}.`, position, name.length);
    }
    this.#usage.warn(this.#warnings);
    return {
      matches: [...matches, ...refused],
      functions: this.#functions,
      warnings: this.#warnings.inOrder(),
    };
  }

  /** The statements of a second block of a service are errors, so that they grant nothing and a denial names them. */
  #duplicate({ name, position, functions, matches }: DuplicateService, parent: Scope): readonly BoundMatch[] {
    this.#warnings.add(DUPLICATE_SERVICE, position, name.length);
    const scope = new Scope(parent, new Map());
    this.#declare(functions, scope);
    return matches
      .flatMap((block) => this.#match(block, [], scope))
      .map((match) => ({
        ...match,
        allows: match.allows.map((allow) => ({ ...allow, error: DUPLICATE_SERVICE })),
      }));
  }

  #match(block: MatchBlock, outer: readonly PatternSegment[], parent: Scope): readonly BoundMatch[] {
    const pattern = [...outer, ...block.pattern];
    this.#checkPattern(block, pattern);
    const scope = new Scope(parent, wildcardsOf(block, pattern));
    this.#declare(block.functions, scope);
    const allows = block.allows.map((allow) => this.#allow(allow, scope));
    const emptyWildcards = this.#file.version === 2;
    // In version 1, nothing matches below a recursive wildcard.
    const isReachable = emptyWildcards || !pattern.slice(0, -1).some(({ kind }) => kind === 'many');
    return [
      ...(allows.length > 0 && isReachable ? [{ pattern, emptyWildcards, allows }] : []),
      ...block.matches.flatMap((inner) => this.#match(inner, pattern, scope)),
    ];
  }

  #allow({ methods, condition, position }: AllowStatement, scope: Scope): BoundAllow {
    const checker = this.#expressions(scope, new Locals());
    const bound = condition && checker.bindCondition(condition);
    this.#usage.addCalls(checker.callees);
    return { methods, condition: bound, error: null, position };
  }

  #expressions(scope: Scope, locals: Locals): ExpressionChecker {
    return new ExpressionChecker(scope, locals, this.#warnings);
  }

  #checkPattern({ position, pattern: own, matches }: MatchBlock, pattern: readonly PatternSegment[]): void {
    if (pattern.length > MAX_SEGMENTS) {
      throw new RulesError(`A path can have at most ${String(MAX_SEGMENTS)} segments.`, position);
    }
    const [many, second] = pattern.filter((segment) => segment.kind === 'many');
    if (second?.kind === 'many') {
      throw new RulesError('A path can have at most one recursive wildcard.', second.position);
    }
    if (this.#file.version === 2 || many === undefined || !own.includes(many)) return;
    if (matches.length > 0) {
      this.#warnings.add('Glob(**) resource rules should not have child resource rules.', position, 5);
    }
    if (pattern.at(-1) !== many) {
      throw new RulesError(
        "A recursive wildcard in rules_version '1' must end its path: no segment may follow it.",
        position,
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
        const checker = this.#expressions(symbol.scope, new Locals());
        symbol.state = this.#bindFunction(symbol, checker);
        this.#usage.addFunction(symbol, checker);
        this.#functions.push(symbol.state);
      }
      stack.pop();
    }
  }

  #bindFunction({ declaration }: FunctionSymbol, checker: ExpressionChecker): BoundFunction {
    const { name, position, parameters, lets, result } = declaration;
    const { locals } = checker;
    if (parameters.length > MAX_PARAMETERS) {
      throw new RulesError(`A function can have at most ${String(MAX_PARAMETERS)} parameters.`, position);
    }
    for (const parameter of parameters) {
      checkVariableName(parameter.name, parameter.position);
      locals.add(parameter);
    }
    const boundLets = lets.map((binding) => {
      const value = checker.bindValue(binding.value);
      // Declare the variable after binding its value, which can't refer to the variable.
      checkVariableName(binding.name, binding.position);
      locals.add(binding);
      return value;
    });
    const bound = checker.bindValue(result);
    for (const unused of locals.unused()) {
      this.#warnings.add(`Unused variable: ${unused.name}.`, unused.position, unused.name.length);
    }
    const depth = checker.deepestCall + 1;
    if (depth > MAX_CALL_DEPTH + 1) {
      throw new RulesError(
        `Function calls can be nested at most ${String(MAX_CALL_DEPTH)} levels deep.`,
        position,
      );
    }
    const types = staticTypes(bound);
    const extra = lets[MAX_LETS];
    if (extra === undefined) return { name, types, lets: boundLets, result: bound, depth };
    this.#warnings.add(TOO_MANY_LETS, extra.position, extra.name.length);
    const error: BoundExpression = { kind: 'invalid', message: TOO_MANY_LETS, origin: extra.value };
    return { name, types, lets: [], result: error, depth };
  }
}

function wildcardsOf(
  { pattern: own, position }: MatchBlock,
  pattern: readonly PatternSegment[],
): ReadonlyMap<string, Wildcard> {
  const wildcards = new Map<string, Wildcard>();
  const ownNames = new Set<string>();
  let count = 0;
  for (const segment of pattern) {
    if (segment.kind === 'literal') continue;
    checkVariableName(segment.name, segment.position);
    if (own.includes(segment)) {
      if (ownNames.has(segment.name)) {
        throw new RulesError(`The wildcard '${segment.name}' is declared twice.`, segment.position);
      }
      ownNames.add(segment.name);
    }
    wildcards.set(segment.name, { index: count, type: segment.kind === 'one' ? 'string' : 'path' });
    count += 1;
  }
  if (count > MAX_WILDCARDS) {
    throw new RulesError(`A path can have at most ${String(MAX_WILDCARDS)} wildcards.`, position);
  }
  return wildcards;
}

function checkVariableName(name: string, position: Position): void {
  if (NAMESPACES.has(name)) throw namespaceError(name, position);
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
