/** The rules source is invalid. Line and column locate the error. */
export class RulesError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, position: { readonly line: number; readonly column: number }) {
    super(message);
    this.name = 'RulesError';
    this.line = position.line;
    this.column = position.column;
  }
}
