import { StatusError } from '#firestore/api/status.ts';
import { camelCase } from '#firestore/protobuf/camel-case.ts';

/** A path of google.api.http such as `/v1/{parent=projects/*\/databases/*\/documents/**}/{collection_id}`. */
export interface PathTemplate {
  /** The text of each field in the path, by the field's path in camel case. Null if the path does not match. */
  match(path: string): ReadonlyMap<string, string> | null;
  /** The transcoder tries templates with a `:verb` first, because a document id may contain a colon. */
  readonly hasVerb: boolean;
}

/** Regular expressions: of one segment, and of the step in which `/**` grows. */
interface SegmentRule {
  readonly one: string;
  readonly several: string;
}

const FILLED: SegmentRule = { one: '[^/]+', several: '/[^/]+' };
/** A name with an empty segment is INVALID_ARGUMENT, not an unknown path. */
export const ANY_SEGMENTS: SegmentRule = { one: '[^/]*', several: '/[^/]*' };
/** GET reads a document or lists a collection. Only the number of segments tells these paths apart. */
export const SEGMENT_PAIRS: SegmentRule = { one: '[^/]*', several: '/[^/]*/[^/]*' };

const PIECE = /\{(?<field>[\w.]+)(?:=(?<pattern>[^}]*))?\}|(?<literal>[^{]+)/gu;

export function parseTemplate(template: string, segment: SegmentRule = FILLED): PathTemplate {
  const fields: string[] = [];
  let source = '';
  for (const { groups = {} } of template.matchAll(PIECE)) {
    const { field, pattern = '*', literal = '' } = groups;
    if (field === undefined) source += escape(literal);
    else {
      fields.push(camelCase(field));
      source += `(${segments(pattern, segment)})`;
    }
  }
  const expression = new RegExp(`^${source}$`, 'u');
  return {
    hasVerb: /:\w+$/u.test(template),
    match(path) {
      const found = expression.exec(path);
      if (found === null) return null;
      return new Map(fields.map((field, index) => [field, decodeSegments(found[index + 1] ?? '')]));
    },
  };
}

/** `*` matches one segment, and `/**` at the end any number. */
function segments(pattern: string, { one, several }: SegmentRule): string {
  const [fixed = '', open] = pattern.split(/(?<open>(?:\/\*)?\/\*\*)$/u);
  const each = fixed.split('/').map((segment) => (segment === '*' ? one : escape(segment)));
  if (open === undefined) return each.join('/');
  return `${each.join('/')}(?:${several})${open === '/**' ? '*' : '+'}`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

function decodeSegments(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new StatusError('INVALID_ARGUMENT', `The path "${text}" has an invalid percent-encoding.`, {
      cause: error,
    });
  }
}
