/** How often the rules of a project evaluated each expression, and to which values. */
export interface CoverageReport {
  readonly rules: { readonly files: readonly { readonly name: string; readonly content: string }[] };
  readonly report: readonly CoverageNode[];
}

/** One expression of the rules. */
export interface CoverageNode {
  readonly sourcePosition: {
    /** Both count from 1. */
    readonly line: number;
    readonly column: number;
    /** The offsets of the first and of the last character. */
    readonly currentOffset: number;
    readonly endOffset: number;
  };
  /** Missing if the expression was never evaluated. */
  readonly values?: readonly CoverageValue[];
  readonly children?: readonly CoverageNode[];
}

export interface CoverageValue {
  /** A value such as `{"boolValue": true}`. Empty if the expression was skipped. */
  readonly value: object;
  readonly count: number;
}
