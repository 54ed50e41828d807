import { FILE_START } from '#firestore/rules/ast.ts';
import type {
  AllowStatement,
  Binding,
  DuplicateService,
  Expression,
  FunctionDeclaration,
  LetBinding,
  MatchBlock,
  PatternSegment,
  Position,
  RulesFile,
} from '#firestore/rules/ast.ts';
import { ExpressionParser } from '#firestore/rules/expression-parser.ts';
import { Lexer } from '#firestore/rules/lexer.ts';
import type { RuleMethod } from '#firestore/rules/request.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';

/** The limits of the real service. https://firebase.google.com/docs/firestore/security/rules-structure#limits */
const MAX_SOURCE_BYTES = 256 * 1024;
/** The outermost match does not count. */
const MAX_NESTED_MATCHES = 10;

const FIRESTORE = 'cloud.firestore';
const SERVICES: ReadonlySet<string> = new Set([FIRESTORE, 'firebase.storage']);

const METHODS: ReadonlyMap<string, readonly RuleMethod[]> = new Map<string, readonly RuleMethod[]>([
  ['read', ['get', 'list']],
  ['write', ['create', 'update', 'delete']],
  ['get', ['get']],
  ['list', ['list']],
  ['create', ['create']],
  ['update', ['update']],
  ['delete', ['delete']],
]);

/** Parses a rules file. Throws a RulesError with a position for a syntax error. */
export function parseRulesFile(source: string): RulesFile {
  if (Buffer.byteLength(source) > MAX_SOURCE_BYTES) {
    throw new RulesError('The ruleset is larger than 256 KB.', FILE_START);
  }
  return new Parser(new Lexer(source)).parse();
}

interface Block {
  readonly functions: FunctionDeclaration[];
  readonly matches: MatchBlock[];
  readonly allows: AllowStatement[];
}

class Parser {
  readonly #lexer: Lexer;
  readonly #expressions: ExpressionParser;
  readonly #unknownMethods: Binding[] = [];
  readonly #unknownServices: Binding[] = [];
  readonly #duplicates: DuplicateService[] = [];

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
    this.#expressions = new ExpressionParser(lexer);
  }

  parse(): RulesFile {
    const version = this.#version();
    const functions: FunctionDeclaration[] = [];
    const services = new Map<string, Block>();
    while (this.#lexer.peek().kind !== 'end' || services.size + functions.length === 0) {
      if (this.#lexer.at('function')) functions.push(this.#function());
      else if (this.#lexer.at('service')) this.#service(services);
      else throw this.#lexer.unexpected("'service' or 'function'");
    }
    // A file may have the rules of other services too, such as Storage. They don't concern Firestore.
    const { functions: own, matches } = services.get(FIRESTORE) ?? { functions: [], matches: [] };
    return {
      version,
      functions: [...functions, ...own],
      matches,
      duplicates: this.#duplicates,
      unknownMethods: this.#unknownMethods,
      unknownServices: this.#unknownServices,
    };
  }

  #service(services: Map<string, Block>): void {
    this.#lexer.expect('service');
    const { position } = this.#lexer.peek();
    let name = this.#lexer.take().text;
    while (this.#lexer.takeIf('.')) name += `.${this.#lexer.take().text}`;
    if (!SERVICES.has(name)) this.#unknownServices.push({ name, position });
    const block = this.#block('service', 0);
    if (!services.has(name)) services.set(name, block);
    else {
      const { functions, matches } = name === FIRESTORE ? block : { functions: [], matches: [] };
      this.#duplicates.push({ name, position, functions, matches });
    }
  }

  #version(): 1 | 2 {
    if (!this.#lexer.at('rules_version')) return 1;
    this.#lexer.take();
    this.#lexer.expect('=');
    const token = this.#lexer.take();
    if (token.kind !== 'string' || (token.value !== '1' && token.value !== '2')) {
      throw new RulesError("rules_version must be '1' or '2'.", token.position);
    }
    this.#lexer.takeIf(';');
    return token.value === '1' ? 1 : 2;
  }

  #block(kind: 'service' | 'match', depth: number): Block {
    const block: Block = { functions: [], matches: [], allows: [] };
    this.#lexer.expect('{');
    if (this.#lexer.at('}')) {
      throw new RulesError(
        `The body of a ${kind} must have at least one declaration.`,
        this.#lexer.peek().position,
      );
    }
    while (!this.#lexer.takeIf('}')) {
      if (this.#lexer.at('match')) block.matches.push(this.#match(depth + 1));
      else if (this.#lexer.at('function')) block.functions.push(this.#function());
      else if (this.#lexer.at('allow') && depth > 0) block.allows.push(this.#allow());
      else
        throw this.#lexer.unexpected(
          depth > 0 ? "'allow', 'match', 'function' or '}'" : "'match', 'function' or '}'",
        );
    }
    return block;
  }

  #match(depth: number): MatchBlock {
    const { position } = this.#lexer.expect('match');
    if (depth > MAX_NESTED_MATCHES + 1) {
      throw new RulesError(
        `Matches can be nested at most ${String(MAX_NESTED_MATCHES)} levels deep.`,
        position,
      );
    }
    const pattern = this.#pattern();
    return { pattern, position, ...this.#block('match', depth) };
  }

  #pattern(): PatternSegment[] {
    const segments: PatternSegment[] = [];
    if (!this.#lexer.at('/')) throw this.#lexer.unexpected("a path that starts with '/'");
    while (this.#lexer.takeIf('/')) {
      const text = this.#lexer.takePathSegment();
      segments.push(text === null ? this.#wildcard() : { kind: 'literal', text });
    }
    return segments;
  }

  #wildcard(): PatternSegment {
    if (!this.#lexer.at('{')) throw this.#lexer.unexpected('a path segment');
    this.#lexer.take();
    const { position } = this.#lexer.peek();
    const name = this.#expressions.name('the name of a wildcard');
    let kind: 'one' | 'many' = 'one';
    if (this.#lexer.takeIf('=')) {
      if (this.#lexer.takeIf('**')) kind = 'many';
      else this.#lexer.expect('*');
    }
    this.#lexer.expect('}');
    return { kind, name, position };
  }

  #allow(): AllowStatement {
    const { position } = this.#lexer.expect('allow');
    const methods = new Set<RuleMethod>();
    do {
      const method = this.#binding('a method: read, write, get, list, create, update or delete');
      // Google's compiler accepts `GET` and `Read` too.
      const named = METHODS.get(method.name.toLowerCase());
      if (named === undefined) this.#unknownMethods.push(method);
      for (const each of named ?? []) methods.add(each);
    } while (this.#lexer.takeIf(','));
    let condition: Expression | null = null;
    if (this.#lexer.takeIf(':')) {
      this.#lexer.expect('if');
      condition = this.#expressions.parse();
    }
    this.#endStatement();
    return { methods, condition, position };
  }

  #function(): FunctionDeclaration {
    this.#lexer.expect('function');
    const { position } = this.#lexer.peek();
    const name = this.#expressions.name('the name of a function');
    const parameters = this.#parameters();
    this.#lexer.expect('{');
    const lets: LetBinding[] = [];
    while (this.#lexer.at('let')) lets.push(this.#let());
    this.#lexer.expect('return');
    const result = this.#expressions.parse();
    this.#endStatement();
    this.#lexer.expect('}');
    return { name, position, parameters, lets, result };
  }

  #parameters(): Binding[] {
    const parameters: Binding[] = [];
    this.#lexer.expect('(');
    if (this.#lexer.takeIf(')')) return parameters;
    do parameters.push(this.#binding('the name of a parameter'));
    while (this.#lexer.takeIf(','));
    this.#lexer.expect(')');
    return parameters;
  }

  #let(): LetBinding {
    this.#lexer.expect('let');
    const binding = this.#binding('the name of a variable');
    this.#lexer.expect('=');
    const value = this.#expressions.parse();
    this.#lexer.expect(';');
    return { ...binding, value };
  }

  #binding(expected: string): Binding {
    const position: Position = this.#lexer.peek().position;
    return { position, name: this.#expressions.name(expected) };
  }

  /** The semicolon is optional before a keyword that starts a statement, and at the end of the block. */
  #endStatement(): void {
    if (this.#lexer.takeIf(';')) return;
    const ends = ['}', 'allow', 'match', 'function'];
    if (!ends.some((text) => this.#lexer.at(text))) throw this.#lexer.unexpected("';'");
  }
}
