import { readText } from '#firestore/command/read-text.ts';
import { type FileWatch, watchFile } from '#firestore/command/watch-file.ts';
import type { Log } from '#firestore/log/log.ts';
import { parseRuleset, RulesError, type Ruleset } from '#firestore/rules/ruleset.ts';

/** Reads a rules file. If the rules do not load, the error's message has the line and column. */
export async function readRules(file: string, log: Log): Promise<string> {
  const source = await readText(file);
  for (const { line, column, message } of checked(file, source).warnings) {
    log.warn(`${file}:${line}:${column}: ${message}`);
  }
  return source;
}

function checked(file: string, source: string): Ruleset {
  try {
    return parseRuleset(source);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new Error(`${file}:${error.line}:${error.column}: ${error.message}`, { cause: error });
  }
}

/** Calls `use` with each changed text that loads. */
export function watchRules(file: string, use: (source: string) => void, log: Log): FileWatch {
  return watchFile(
    file,
    async () => {
      use(await readRules(file, log));
    },
    log,
  );
}
