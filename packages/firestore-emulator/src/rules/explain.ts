import type { RuleVerdict } from '#firestore/api/request-entry.ts';
import type { Expression } from '#firestore/rules/ast.ts';
import type { AllowEvaluation, Evaluation, Trace } from '#firestore/rules/trace.ts';
import { formatSlot } from '#firestore/rules/values/format-value.ts';
import { Failure, Unknown } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';

type ExplainedValue = RuleVerdict['values'][number];

/** A denial explains at most this many values. */
const MAX_VALUES = 24;
const MAX_TEXT = 160;

/** The evaluations that made the rules deny a request: of each allow statement, only those that decided its result. */
export function explainDenial(trace: Trace, source: string): readonly ExplainedValue[] {
  const decisive = trace.allows().flatMap(({ condition }) => (condition === null ? [] : reasons(condition)));
  const texts = new Set<string>();
  const values: ExplainedValue[] = [];
  for (const { expression, slot } of decisive) {
    const explained = explain(expression, slot, source);
    const key = `${String(expression.start.offset)} ${explained.expression} ${explained.value}`;
    if (!texts.has(key) && values.length < MAX_VALUES) values.push(explained);
    texts.add(key);
  }
  return values;
}

/** The position of the allow statement that granted a request, or of what first refused it. */
export function decidedAt({ allow, condition }: AllowEvaluation): Expression['position'] {
  if (condition === null || condition.slot === true) return allow.position;
  return (reasons(condition)[0] ?? condition).expression.start;
}

/** Walks down to the comparisons and calls that decided the result. */
function reasons(evaluation: Evaluation): readonly Evaluation[] {
  const { expression, slot, children } = evaluation;
  switch (expression.kind) {
    case 'logical': {
      const decisive = children.filter((child) => decides(child.slot, slot));
      return (decisive.length === 0 ? children : decisive).flatMap(reasons);
    }
    case 'conditional':
      return children.flatMap((child, at) => (at === 0 && children.length > 1 ? [child] : reasons(child)));
    case 'unary':
      return [evaluation, ...children.flatMap(reasons)];
    default:
      return reasonsOfOperation(evaluation);
  }
}

function reasonsOfOperation(evaluation: Evaluation): readonly Evaluation[] {
  const { expression, slot, children } = evaluation;
  const failed = slot instanceof Failure || slot instanceof Unknown;
  const cause = failed ? children.find((child) => isSameProblem(child.slot, slot)) : undefined;
  if (cause !== undefined) return reasons(cause);
  const result = children.at(-1);
  if (expression.kind === 'call' && result !== undefined && isSameResult(result.slot, slot)) {
    return [evaluation, ...reasons(result)];
  }
  return [evaluation, ...children];
}

/** Whether the operand of `&&` or `||` with this value decided the result. */
function decides(operand: Slot, result: Slot): boolean {
  if (result instanceof Failure || result instanceof Unknown) return isSameProblem(operand, result);
  return operand === result;
}

function isSameProblem(one: Slot, other: Slot): boolean {
  if (one instanceof Failure) {
    return other instanceof Failure && one.message === other.message && one.line === other.line;
  }
  return one instanceof Unknown && other instanceof Unknown && one.source === other.source;
}

function isSameResult(one: Slot, other: Slot): boolean {
  return one === other || isSameProblem(one, other);
}

function explain({ start, end }: Expression, slot: Slot, source: string): ExplainedValue {
  const text = source.slice(start.offset, end).replaceAll(/\s+/gu, ' ');
  const expression = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return { line: start.line, column: start.column, expression, value: formatSlot(slot) };
}
