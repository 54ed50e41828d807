import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Expression } from '#firestore/pipeline/expression.ts';
import type { ParseContext } from '#firestore/pipeline/parse-context.ts';
import { parseExpression } from '#firestore/pipeline/parse-expression.ts';
import { parseAlias, parseRowPath } from '#firestore/pipeline/row.ts';
import { decodeValue } from '#firestore/protobuf/values.ts';

type ProtoStage = google.firestore.v1.Pipeline.IStage;
type ProtoValue = google.firestore.v1.IValue;

/** An expression, and the field that a stage sets to its value. */
export interface Selection {
  readonly path: FieldPath;
  readonly expression: Expression;
}

/** The arguments of one stage. Each method throws INVALID_ARGUMENT for an argument of another type. */
export class StageArguments {
  readonly name: string;
  readonly context: ParseContext;
  readonly #args: readonly ProtoValue[];
  readonly #options: Readonly<Record<string, ProtoValue>>;

  constructor({ name, args, options }: ProtoStage, context: ParseContext) {
    this.context = context;
    this.name = name ?? '';
    this.#args = args ?? [];
    this.#options = options ?? {};
  }

  expression(index: number): Expression {
    return parseExpression(this.at(index), this.context);
  }

  /** A map from aliases to expressions. */
  selections(index: number): readonly Selection[] {
    return this.entries(index).map(([alias, proto]) => ({
      path: parseAlias(alias),
      expression: parseExpression(proto, this.context),
    }));
  }

  all(): readonly ProtoValue[] {
    return this.#args;
  }

  at(index: number): ProtoValue {
    return this.#args[index] ?? this.#fail(`misses argument ${index + 1}`);
  }

  has(index: number): boolean {
    return index < this.#args.length;
  }

  option(name: string): ProtoValue | null {
    return this.#options[name] ?? null;
  }

  /** A map from aliases to expressions, in the order of the request. */
  entries(index: number): readonly (readonly [alias: string, value: ProtoValue])[] {
    const proto = this.at(index);
    if (proto.mapValue) return Object.entries(proto.mapValue.fields ?? {});
    const [kind = ''] = Object.keys(proto);
    const shown = kind.replaceAll(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase();
    throw new StatusError('INVALID_ARGUMENT', `Expected fields to be MAP_VALUE, but was ${shown}.`);
  }

  field(proto: ProtoValue): FieldPath {
    return Object.hasOwn(proto, 'fieldReferenceValue')
      ? parseRowPath(proto.fieldReferenceValue ?? '')
      : this.#fail('needs a field');
  }

  /** The field that the stage sets, from a field or from an alias. */
  path(proto: ProtoValue): FieldPath {
    return Object.hasOwn(proto, 'stringValue') ? parseAlias(this.text(proto)) : this.field(proto);
  }

  text(proto: ProtoValue): string {
    const { stringValue } = proto;
    return typeof stringValue === 'string' && Object.hasOwn(proto, 'stringValue')
      ? stringValue
      : this.#fail('needs a string');
  }

  number(proto: ProtoValue): number {
    const value = decodeValue(proto);
    return typeof value === 'number' || typeof value === 'bigint'
      ? Number(value)
      : this.#fail('needs a number');
  }

  /** A number of documents. */
  count(proto: ProtoValue): number {
    const count = this.number(proto);
    return Number.isInteger(count) && count >= 0 ? count : this.#fail('needs an integer of at least 0');
  }

  #fail(reason: string): never {
    throw new StatusError('INVALID_ARGUMENT', `The stage ${this.name} ${reason}.`);
  }
}
