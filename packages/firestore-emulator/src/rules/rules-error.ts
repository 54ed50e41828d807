import type { RulesIssue } from '#firestore/api/service.ts';
import type { Position } from '#firestore/rules/ast.ts';

/** The rules source is invalid. Line and column locate the error. */
export class RulesError extends Error implements RulesIssue {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly endOffset: number;
  /** Null if the file came without a name. */
  readonly fileName: string | null;

  constructor(message: string, { line, column, offset }: Position, fileName: string | null = null) {
    super(message);
    this.name = 'RulesError';
    this.line = line;
    this.column = column;
    this.offset = offset;
    this.endOffset = offset;
    this.fileName = fileName;
  }
}
