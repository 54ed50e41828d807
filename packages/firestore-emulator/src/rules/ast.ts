import type { RuleMethod } from '#firestore/rules/request.ts';

/** Both count from 1; a column counts UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
  /** Counts UTF-16 units of the file from 0. */
  readonly offset: number;
}

export type LiteralValue = null | boolean | bigint | number | string | Uint8Array;

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

/** The first character of the file. */
export const FILE_START: Position = { line: 1, column: 1, offset: 0 };

interface Node {
  /** The token that names the operation: an operator, a member or a function. */
  readonly position: Position;
  /** The first character. */
  readonly start: Position;
  /** The offset after the last character. */
  readonly end: number;
  /** The places of the parentheses around it, the outermost first. They are not part of `start` and `end`. */
  readonly parentheses: readonly Position[];
  /** The height of this subtree. The parser limits it, so that a recursive walk can't overflow the stack. */
  readonly height: number;
}

export type Expression = Node &
  (
    | { readonly kind: 'literal'; readonly value: LiteralValue }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly target: Expression; readonly name: string }
    | { readonly kind: 'index'; readonly target: Expression; readonly index: Expression }
    | {
        readonly kind: 'slice';
        readonly target: Expression;
        readonly from: Expression;
        readonly to: Expression;
      }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
    | {
        readonly kind: 'method';
        readonly target: Expression;
        readonly name: string;
        readonly args: readonly Expression[];
      }
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'logical';
        readonly operator: '&&' | '||';
        readonly operands: readonly Expression[];
      }
    | {
        readonly kind: 'conditional';
        readonly condition: Expression;
        readonly yes: Expression;
        readonly no: Expression;
      }
    | { readonly kind: 'is'; readonly operand: Expression; readonly type: string }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
    | { readonly kind: 'path'; readonly segments: readonly (string | Expression)[] }
  );

export interface Binding {
  readonly name: string;
  readonly position: Position;
}

export interface LetBinding extends Binding {
  readonly value: Expression;
}

export interface FunctionDeclaration extends Binding {
  readonly parameters: readonly Binding[];
  readonly lets: readonly LetBinding[];
  readonly result: Expression;
}

/** A segment of a match: a literal, `{name}` or `{name=**}`. */
export type PatternSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one' | 'many'; readonly name: string; readonly position: Position };

export interface AllowStatement {
  readonly methods: ReadonlySet<RuleMethod>;
  /** Null if the rule has no condition. Then it always grants. */
  readonly condition: Expression | null;
  readonly position: Position;
}

export interface MatchBlock {
  readonly pattern: readonly PatternSegment[];
  readonly allows: readonly AllowStatement[];
  readonly functions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
  readonly position: Position;
}

export interface DuplicateService extends Binding {
  /** Empty if the service is not Firestore. */
  readonly functions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
}

export interface RulesFile {
  /** It is 1 if the file has no `rules_version`. */
  readonly version: 1 | 2;
  /** The functions outside of any match, at the level of the file or of the service. */
  readonly functions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
  /** The blocks of a service that the file has already declared. They load with a warning and grant nothing. */
  readonly duplicates: readonly DuplicateService[];
  /** Names after `allow` that no request has as its method. */
  readonly unknownMethods: readonly Binding[];
  /** Names after `service` that no service of Firebase has. */
  readonly unknownServices: readonly Binding[];
}
