import type { BinaryOperator, Expression, LiteralValue, Position } from '#firestore/rules/ast.ts';
import type { Builtin } from '#firestore/rules/builtins/builtin.ts';
import type { RuleMethod } from '#firestore/rules/request.ts';
import type { OpenSegment } from '#firestore/rules/values/rule-path.ts';
import type { TypeName } from '#firestore/rules/values/rule-value.ts';

/** get, exists, getAfter and existsAfter. */
export interface DocumentFunction {
  readonly after: boolean;
  readonly exists: boolean;
}

interface Node {
  /** The expression in the file. */
  readonly origin: Expression;
}

/** An expression with resolved names. */
export type BoundExpression = Node &
  (
    | { readonly kind: 'literal'; readonly value: LiteralValue }
    /** A parameter or a `let` of the enclosing function. */
    | { readonly kind: 'local'; readonly slot: number }
    /** A wildcard. The index counts the wildcards of the whole path. */
    | { readonly kind: 'wildcard'; readonly index: number; readonly type: 'string' | 'path' }
    | { readonly kind: 'request' | 'resource' }
    /** It refers to nothing. It loads with a warning, and evaluating it is an error. */
    | { readonly kind: 'invalid'; readonly message: string }
    | { readonly kind: 'member'; readonly target: BoundExpression; readonly name: string }
    | { readonly kind: 'index'; readonly target: BoundExpression; readonly index: BoundExpression }
    | {
        readonly kind: 'slice';
        readonly target: BoundExpression;
        readonly from: BoundExpression;
        readonly to: BoundExpression;
      }
    | { readonly kind: 'invoke'; readonly callee: BoundFunction; readonly args: readonly BoundExpression[] }
    | { readonly kind: 'builtin'; readonly builtin: Builtin; readonly args: readonly BoundExpression[] }
    | { readonly kind: 'document'; readonly call: DocumentFunction; readonly path: BoundExpression }
    | {
        readonly kind: 'method';
        readonly target: BoundExpression;
        readonly name: string;
        readonly byType: ReadonlyMap<TypeName, Builtin>;
        readonly args: readonly BoundExpression[];
      }
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: BoundExpression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: BoundExpression;
        readonly right: BoundExpression;
      }
    | {
        readonly kind: 'logical';
        readonly operator: '&&' | '||';
        readonly operands: readonly BoundExpression[];
      }
    | {
        readonly kind: 'conditional';
        readonly condition: BoundExpression;
        readonly yes: BoundExpression;
        readonly no: BoundExpression;
      }
    | { readonly kind: 'is'; readonly operand: BoundExpression; readonly types: readonly TypeName[] }
    | { readonly kind: 'list'; readonly items: readonly BoundExpression[] }
    | { readonly kind: 'map'; readonly entries: readonly (readonly [BoundExpression, BoundExpression])[] }
    | { readonly kind: 'path'; readonly segments: readonly (string | OpenSegment | BoundExpression)[] }
  );

export interface BoundFunction {
  readonly name: string;
  /** The types that the result can have, or null if they depend on the request. */
  readonly types: readonly string[] | null;
  /** Their values take the slots after the arguments, in this order. */
  readonly lets: readonly BoundExpression[];
  readonly result: BoundExpression;
  /** The depth of nested calls, including this function. */
  readonly depth: number;
}

export type BoundSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one' | 'many'; readonly name: string };

export interface BoundAllow {
  readonly methods: ReadonlySet<RuleMethod>;
  readonly condition: BoundExpression | null;
  /** If it is not null, evaluating the statement is this error. */
  readonly error: string | null;
  readonly position: Position;
}

/** A match with its whole path from the root: the patterns of all enclosing matches are prepended. */
export interface BoundMatch {
  readonly pattern: readonly BoundSegment[];
  /** In version 2, a recursive wildcard also matches zero segments. */
  readonly emptyWildcards: boolean;
  readonly allows: readonly BoundAllow[];
}
