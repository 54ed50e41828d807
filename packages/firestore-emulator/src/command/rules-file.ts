import { watch, type FSWatcher } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import type { Log } from '#firestore/log/log.ts';
import { parseRuleset, RulesError, type Ruleset } from '#firestore/rules/ruleset.ts';

/** Editors save in several steps, which are one change. */
const SETTLE_MS = 50;

/** Reads a rules file; throws an error whose message names the place. */
export async function readRules(file: string, log: Log): Promise<string> {
  const source = await readFile(file, 'utf8');
  for (const warning of checked(file, source).warnings) log.warn(`${file}: ${warning}`);
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

/** Calls back with each new text that loads; one that doesn't is told in the log, and the old rules hold. */
export function watchRules(file: string, use: (source: string) => void, log: Log): FSWatcher {
  let timer: NodeJS.Timeout | undefined;
  const reload = async (): Promise<void> => {
    try {
      use(await readRules(file, log));
      log.info(`${file} is loaded again.`);
    } catch (error) {
      log.error(`${error instanceof Error ? error.message : String(error)}. The rules before it still hold.`);
    }
  };
  // The directory, because editors put a new file in the old one's place.
  const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
    if (name !== basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), SETTLE_MS);
  });
  watcher.on('error', (error) => {
    log.warn(`${file} is not watched any more: ${error.message}`);
  });
  watcher.on('close', () => {
    clearTimeout(timer);
  });
  return watcher;
}
