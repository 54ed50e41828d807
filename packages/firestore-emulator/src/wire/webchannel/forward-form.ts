import { StatusError } from '#firestore/api/status.ts';

/** The body of a POST of the client. */
export interface ForwardForm {
  /** Request headers, with lower-case names. The client sends them in the body to avoid a CORS preflight. */
  readonly headers: ReadonlyMap<string, string>;
  /** Numbered from 0 over the whole channel. A repeated POST repeats its numbers. */
  readonly messages: readonly NumberedMessage[];
}

export interface NumberedMessage {
  readonly number: number;
  readonly json: string;
}

const MESSAGE_FIELD = /^req(?<index>\d{1,9})___data__$/u;

export function parseForwardForm(body: Buffer): ForwardForm {
  const fields = new URLSearchParams(body.toString('utf8'));
  const offset = Number(fields.get('ofs') ?? '0');
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw new StatusError('INVALID_ARGUMENT', 'The field ofs must be a whole number.');
  }
  const messages: NumberedMessage[] = [];
  for (const [name, json] of fields) {
    const index = MESSAGE_FIELD.exec(name)?.groups?.['index'];
    if (index !== undefined) messages.push({ number: offset + Number(index), json });
  }
  return { headers: parseHeaderLines(fields.get('headers') ?? ''), messages };
}

/** WebChannel encodes headers as `Name:value` lines in a form field or a query parameter. */
export function parseHeaderLines(lines: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines.split(/\r?\n/u)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}
