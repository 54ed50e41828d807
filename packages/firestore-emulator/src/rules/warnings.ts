import type { RulesIssue } from '#firestore/api/service.ts';
import { FILE_START } from '#firestore/rules/ast.ts';
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

  inOrder(): readonly RulesIssue[] {
    return this.#found.toSorted(
      (left, right) =>
        Number(right.ofFile ?? false) - Number(left.ofFile ?? false) || left.offset - right.offset,
    );
  }
}

function tokenLength(expression: Expression): number {
  switch (expression.kind) {
    case 'literal': {
      const isNegative = typeof expression.value === 'bigint' && expression.value < 0n;
      return isNegative ? 1 : expression.end - expression.start.offset;
    }
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
