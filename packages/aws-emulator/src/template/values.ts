/** Thrown for an invalid or unsupported template. */
export class TemplateError extends Error {}

export type Values = Readonly<Record<string, unknown>>;

export function recordIn(value: unknown, what: string): Values {
  if (isRecord(value)) return value;
  throw new TemplateError(`${what} must be a mapping, but is ${JSON.stringify(value)}.`);
}

export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textIn(values: Values, name: string): string {
  const value = values[name];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TemplateError(`${name} must be text, but is ${JSON.stringify(value)}.`);
}

export function textsIn(values: Values, name: string): readonly string[] {
  return listIn(values, name).map((value) => {
    if (typeof value === 'string') return value;
    throw new TemplateError(`${name} must be a list of texts.`);
  });
}

/** A list; empty if it is missing. */
export function listIn(values: Values, name: string): readonly unknown[] {
  const value = values[name] ?? [];
  if (Array.isArray(value)) return value;
  throw new TemplateError(`${name} must be a list.`);
}
