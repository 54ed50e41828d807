import { watch, type FSWatcher } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import type { Log } from '#firestore/log/log.ts';
import { parseRuleset, RulesError, type Ruleset } from '#firestore/rules/ruleset.ts';

/** Editors save in several steps, which count as one change. */
const DEBOUNCE_MS = 50;

/** Reads a rules file. If the rules do not load, the error's message has the line and column. */
export async function readRules(file: string, log: Log): Promise<string> {
  const source = await readFile(file, 'utf8');
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

/** Calls `use` with each changed text that loads. If it does not load, the log has the error and the old rules stay. */
export function watchRules(file: string, use: (source: string) => void, log: Log): FSWatcher {
  let timer: NodeJS.Timeout | undefined;
  const reload = async (): Promise<void> => {
    try {
      use(await readRules(file, log));
      log.info(`${file} is reloaded.`);
    } catch (error) {
      log.error(`${error instanceof Error ? error.message : String(error)}. The old rules stay in force.`);
    }
  };
  // Watches the directory, because editors replace the file with a new one.
  const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
    if (name !== basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), DEBOUNCE_MS);
  });
  watcher.on('error', (error) => {
    log.warn(`${file} is no longer watched: ${error.message}`);
  });
  watcher.on('close', () => {
    clearTimeout(timer);
  });
  return watcher;
}
