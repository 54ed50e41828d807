import type { RulesIssue } from '#firestore/api/service.ts';
import { FILE_START } from '#firestore/rules/ast.ts';
import { isChained } from '#firestore/rules/limits/complexity.ts';
import type { Expression, Position } from '#firestore/rules/ast.ts';

/** Collects the warnings of one file: parts that load, but probably don't do what their author means. */
export class Warnings {
  readonly #found: RulesIssue[] = [];

  add(message: string, { line, column, offset }: Position, length: number): void {
    this.#found.push({ message, line, column, offset, endOffset: offset + length - 1 });
  }

  /** For a warning about the file as a whole. */
  addOfFile(message: string): void {
    this.#found.push({ message, ...FILE_START, endOffset: 0, ofFile: true });
  }

  /** Points to the token that names the operation of an expression. */
  addAt(message: string, expression: Expression): void {
    this.add(message, expression.position, tokenLength(expression));
  }

  /**
   * Points to the operand of an operation as the official emulator does: to the first token of a slice, and to the parenthesis
   * around a value. The parenthesis that makes `(x).a` a receiver does not count.
   */
  addAtOperand(message: string, expression: Expression, isReceiver: boolean): void {
    if (expression.kind === 'slice') {
      this.#addAtFirstToken(message, expression.target);
      return;
    }
    const place = isValue(expression) ? expression.parentheses[isReceiver ? 1 : 0] : undefined;
    if (place === undefined) this.addAt(message, expression);
    else this.add(message, place, 1);
  }

  #addAtFirstToken(message: string, expression: Expression): void {
    let first = expression;
    while (first.parentheses.length === 0 && isChained(first)) first = first.target;
    const [place] = first.parentheses;
    if (place === undefined) this.addAt(message, first);
    else this.add(message, place, 1);
  }

  inOrder(): readonly RulesIssue[] {
    return this.#found.toSorted(
      (left, right) =>
        Number(right.ofFile ?? false) - Number(left.ofFile ?? false) || left.offset - right.offset,
    );
  }
}

function isValue(expression: Expression): boolean {
  if (expression.kind === 'literal') return !isNegative(expression);
  return ['name', 'list', 'map', 'path'].includes(expression.kind);
}

function isNegative({ value }: Extract<Expression, { kind: 'literal' }>): boolean {
  return typeof value === 'bigint' && value < 0n;
}

function tokenLength(expression: Expression): number {
  switch (expression.kind) {
    case 'literal':
      return isNegative(expression) ? 1 : expression.end - expression.start.offset;
    case 'name':
    case 'member':
    case 'call':
    case 'method':
      return expression.name.length;
    case 'binary':
    case 'logical':
      return expression.operator.length;
    case 'is':
      return 'is'.length;
    case 'path': {
      const [first] = expression.segments;
      return '/'.length + (typeof first === 'string' ? first.length : 0);
    }
    default:
      return 1;
  }
}
