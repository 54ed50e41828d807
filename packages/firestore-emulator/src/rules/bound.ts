import type { BinaryOperator, LiteralValue } from '#firestore/rules/ast.ts';
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
  readonly line: number;
}

/** An expression whose names have been found. */
export type Bound = Node &
  (
    | { readonly kind: 'literal'; readonly value: LiteralValue }
    /** A parameter or a `let` of the function around. */
    | { readonly kind: 'local'; readonly slot: number }
    /** A wildcard, by its place among those of the whole path. */
    | { readonly kind: 'wildcard'; readonly index: number }
    | { readonly kind: 'request' | 'resource' }
    | { readonly kind: 'member'; readonly target: Bound; readonly name: string }
    | { readonly kind: 'index'; readonly target: Bound; readonly index: Bound }
    | { readonly kind: 'slice'; readonly target: Bound; readonly from: Bound; readonly to: Bound }
    | { readonly kind: 'invoke'; readonly callee: BoundFunction; readonly args: readonly Bound[] }
    | { readonly kind: 'builtin'; readonly builtin: Builtin; readonly args: readonly Bound[] }
    | { readonly kind: 'document'; readonly call: DocumentFunction; readonly path: Bound }
    | {
        readonly kind: 'method';
        readonly target: Bound;
        readonly name: string;
        readonly byType: ReadonlyMap<TypeName, Builtin>;
        readonly args: readonly Bound[];
      }
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Bound }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Bound;
        readonly right: Bound;
      }
    | { readonly kind: 'logical'; readonly operator: '&&' | '||'; readonly operands: readonly Bound[] }
    | { readonly kind: 'conditional'; readonly condition: Bound; readonly yes: Bound; readonly no: Bound }
    | { readonly kind: 'is'; readonly operand: Bound; readonly types: readonly TypeName[] }
    | { readonly kind: 'list'; readonly items: readonly Bound[] }
    | { readonly kind: 'map'; readonly entries: readonly (readonly [Bound, Bound])[] }
    | { readonly kind: 'path'; readonly segments: readonly (string | OpenSegment | Bound)[] }
  );

export interface BoundFunction {
  readonly name: string;
  /** Put into the slots behind the arguments, in this order. */
  readonly lets: readonly Bound[];
  readonly result: Bound;
  /** How deep the calls nest, itself included. */
  readonly depth: number;
}

export type BoundSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one' | 'many'; readonly name: string };

export interface BoundAllow {
  readonly methods: ReadonlySet<RuleMethod>;
  readonly condition: Bound | null;
  readonly line: number;
}

/** A match with the whole path from the root, whatever it was nested in. */
export interface BoundMatch {
  readonly pattern: readonly BoundSegment[];
  /** A recursive wildcard may stand for no segment at all: version 2. */
  readonly emptyWildcards: boolean;
  readonly allows: readonly BoundAllow[];
}
