import type { LibraryCollector } from './collect/collector.ts';
import { JSON_FORMATS, TEXT_FORMATS } from './formats.ts';
import { parseJson } from './json/parse-json.ts';
import { Refusal } from './refusal.ts';
import {
  brokenJson,
  refusePasswords,
  refuseSecretJson,
  unknownJson,
  unknownMarkup,
  unknownText,
} from './refused-files.ts';

/** The format and the product of a file. */
export interface Origin {
  readonly kind: string;
  readonly source: string;
}

/** Markdown can start with a bracket too: `[title](url)`. */
const JSON_START = /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[{["\]\d-]|(?:null|true|false)\s*[,\]]|$))/;
/** A list can contain urls in angle brackets, which are no markup. */
const MARKUP_START = /^\s*<(?!(?:https?|ftp|mailto):)[a-z!?]/i;
const EMPTY = /^[\s\0]*$/;

/** Reads a decoded file into the collector. */
export function readText(text: string, collector: LibraryCollector): Origin {
  if (EMPTY.test(text)) throw new Refusal('empty', 'The file is empty.');
  refusePasswords(text);
  if (JSON_START.test(text)) return readJson(text, collector);
  const isMarkup = MARKUP_START.test(text);
  const format = TEXT_FORMATS.find((one) => (one.isMarkup ?? false) === isMarkup && one.matches(text));
  if (format === undefined) throw isMarkup ? unknownMarkup(text) : unknownText();
  return { kind: format.kind, source: format.read(text, collector) };
}

function readJson(text: string, collector: LibraryCollector): Origin {
  const parsed = parseJson(text);
  if (parsed === null) throw brokenJson();
  const { value, isWhole } = parsed;
  const origin = readValue(value, isWhole ? unknownJson : brokenJson, collector);
  if (!isWhole) collector.endsEarly();
  return origin;
}

/** Reads the value of a JSON file, or of another file with such a value. */
export function readValue(value: unknown, unknown: () => Refusal, collector: LibraryCollector): Origin {
  refuseSecretJson(value);
  const format = JSON_FORMATS.find((one) => one.matches(value));
  if (format === undefined) throw unknown();
  return { kind: format.kind, source: format.read(value, collector) };
}
