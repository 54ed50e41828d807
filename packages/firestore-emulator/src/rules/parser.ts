import type {
  AllowStatement,
  Binding,
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
const MAX_NESTED_MATCHES = 10;

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
    throw new RulesError('The ruleset is larger than 256 KB.', { line: 1, column: 1 });
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

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
    this.#expressions = new ExpressionParser(lexer);
  }

  parse(): RulesFile {
    const version = this.#version();
    const functions = this.#functions();
    this.#lexer.expect('service');
    this.#serviceName();
    const service = this.#block(0);
    functions.push(...service.functions, ...this.#functions());
    if (this.#lexer.peek().kind !== 'end') throw this.#lexer.unexpected('the end of the file');
    return { ...version, functions, matches: service.matches };
  }

  #version(): Pick<RulesFile, 'version' | 'versionPosition'> {
    if (!this.#lexer.at('rules_version')) return { version: 1, versionPosition: null };
    this.#lexer.take();
    this.#lexer.expect('=');
    const token = this.#lexer.take();
    if (token.kind !== 'string' || (token.value !== '1' && token.value !== '2')) {
      throw new RulesError("rules_version must be '1' or '2'.", token.position);
    }
    this.#lexer.takeIf(';');
    return { version: token.value === '1' ? 1 : 2, versionPosition: token.position };
  }

  #serviceName(): void {
    const first = this.#lexer.take();
    let name = first.text;
    while (this.#lexer.takeIf('.')) name += `.${this.#lexer.take().text}`;
    if (name !== 'cloud.firestore') {
      throw new RulesError(`The service must be cloud.firestore, not '${name}'.`, first.position);
    }
  }

  #functions(): FunctionDeclaration[] {
    const functions: FunctionDeclaration[] = [];
    while (this.#lexer.at('function')) functions.push(this.#function());
    return functions;
  }

  #block(depth: number): Block {
    const block: Block = { functions: [], matches: [], allows: [] };
    this.#lexer.expect('{');
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
    if (depth > MAX_NESTED_MATCHES) {
      throw new RulesError(
        `Matches can be nested at most ${String(MAX_NESTED_MATCHES)} levels deep.`,
        position,
      );
    }
    const pattern = this.#pattern();
    return { pattern, position, ...this.#block(depth) };
  }

  #pattern(): PatternSegment[] {
    const segments: PatternSegment[] = [];
    if (!this.#lexer.at('/')) throw this.#lexer.unexpected("a path that starts with '/'");
    while (this.#lexer.takeIf('/')) {
      const text = this.#lexer.takePathSegment('pattern');
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
      this.#lexer.expect('*');
      if (this.#lexer.takeIf('*')) kind = 'many';
    }
    this.#lexer.expect('}');
    return { kind, name, position };
  }

  #allow(): AllowStatement {
    const { position } = this.#lexer.expect('allow');
    const methods = new Set<RuleMethod>();
    do {
      const token = this.#lexer.peek();
      const named = token.kind === 'name' ? METHODS.get(token.text) : undefined;
      if (named === undefined) {
        throw this.#lexer.unexpected('a method: read, write, get, list, create, update or delete');
      }
      this.#lexer.take();
      for (const method of named) methods.add(method);
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
    while (!this.#lexer.at(')')) {
      parameters.push(this.#binding('the name of a parameter'));
      if (!this.#lexer.takeIf(',')) break;
    }
    this.#lexer.expect(')');
    return parameters;
  }

  #let(): LetBinding {
    this.#lexer.expect('let');
    const binding = this.#binding('the name of a variable');
    this.#lexer.expect('=');
    const value = this.#expressions.parse();
    this.#endStatement();
    return { ...binding, value };
  }

  #binding(expected: string): Binding {
    const position: Position = this.#lexer.peek().position;
    return { position, name: this.#expressions.name(expected) };
  }

  /** The semicolon is optional before a keyword that starts a statement, and at the end of the block. */
  #endStatement(): void {
    if (this.#lexer.takeIf(';')) return;
    const ends = ['}', 'allow', 'match', 'function', 'let', 'return'];
    if (!ends.some((text) => this.#lexer.at(text))) throw this.#lexer.unexpected("';'");
  }
}
