import { StatusError } from '#firestore/api/status.ts';
import { camelCase } from '#firestore/protobuf/camel-case.ts';

/** A path of google.api.http such as `/v1/{parent=projects/*\/databases/*\/documents/**}/{collection_id}`. */
export interface PathTemplate {
  /** The field paths that the path fills, in camel case, with their text; null when the path is another one's. */
  match(path: string): ReadonlyMap<string, string> | null;
  /** Templates that end in a `:verb` are asked first: a document id may contain a colon. */
  readonly hasVerb: boolean;
}

const PIECE = /\{(?<field>[\w.]+)(?:=(?<pattern>[^}]*))?\}|(?<literal>[^{]+)/gu;

export function parseTemplate(template: string): PathTemplate {
  const fields: string[] = [];
  let source = '';
  for (const { groups = {} } of template.matchAll(PIECE)) {
    const { field, pattern = '*', literal = '' } = groups;
    if (field === undefined) source += escape(literal);
    else {
      fields.push(camelCase(field));
      source += `(${segments(pattern)})`;
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

/**
 * `*` is one segment. An open end stands for pairs of a collection and a document, because only their number tells
 * whether a path is a document, to get, or a collection, to list: in the templates alone it is both.
 */
function segments(pattern: string): string {
  const [fixed = '', open] = pattern.split(/(?<open>(?:\/\*)?\/\*\*)$/u);
  const each = fixed.split('/').map((segment) => (segment === '*' ? '[^/]+' : escape(segment)));
  const pairs = '(?:/[^/]+/[^/]+)';
  if (open === undefined) return each.join('/');
  return `${each.join('/')}${pairs}${open === '/**' ? '*' : '+'}`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

function decodeSegments(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new StatusError('INVALID_ARGUMENT', `The path "${text}" is not well percent-encoded.`, {
      cause: error,
    });
  }
}
