import { fieldsOf } from '@foldmark/library/entities/fields-of';

/** The fields of a document of Firestore's REST API, as the SDKs return them. */
export function documentOf(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(value)]));
}

/** Only the types that a part of a snapshot has. The schema refuses others. */
function valueOf(value: unknown): unknown {
  const { integerValue, timestampValue, bytesValue } = fieldsOf(value);
  if (typeof integerValue === 'string') return Number(integerValue);
  if (typeof timestampValue === 'string') return timestampOf(timestampValue);
  if (typeof bytesValue === 'string') return bytesOf(bytesValue);
  return undefined;
}

/** The text has up to nine digits of a second, and `Date` reads three. */
function timestampOf(text: string): unknown {
  const seconds = Math.floor(Date.parse(text) / 1000);
  const fraction = /\.(?<digits>\d+)Z$/.exec(text)?.groups?.['digits'] ?? '';
  const nanoseconds = Number(fraction.padEnd(9, '0'));
  return { seconds, nanoseconds };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return bytes;
}
