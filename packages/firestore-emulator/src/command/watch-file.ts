import { existsSync, lstatSync, readlinkSync, realpathSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

import type { Log } from '#firestore/log/log.ts';

/** Editors save in several steps, which count as one change. */
const DEBOUNCE_MS = 50;

export interface FileWatch {
  close(): void;
}

/** Calls `reload` after each change of a file. If it rejects, the log has the error, and the old content stays in force. */
export function watchFile(file: string, reload: () => Promise<void>, log: Log): FileWatch {
  let timer: NodeJS.Timeout | undefined;
  let watchers: readonly FSWatcher[] = [];
  const changed = async (): Promise<void> => {
    try {
      // Without the file, the old watchers wait for it.
      if (existsSync(file)) watchAll();
      await reload();
      log.info(`${file} is reloaded.`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error(`${reason.replace(/\.$/u, '')}. The old content stays in force.`);
    }
  };
  const watchAll = (): void => {
    const old = watchers;
    // Watches the directories, because editors replace the file with a new one.
    watchers = stepsTo(file).map((path) =>
      watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name !== basename(path)) return;
        clearTimeout(timer);
        timer = setTimeout(() => void changed(), DEBOUNCE_MS);
      }).on('error', (error) => {
        log.warn(`${path} is no longer watched: ${error.message}`);
      }),
    );
    for (const watcher of old) watcher.close();
  };
  watchAll();
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/**
 * The links on the way to a file, and the file itself: each of them can change. Kubernetes updates the files of a volume
 * by another target of a linked directory.
 */
function stepsTo(file: string): readonly string[] {
  // Throws if the links have a cycle.
  realpathSync(file);
  const parts = resolve(file).split(sep);
  for (let end = 2; end <= parts.length; end += 1) {
    const path = parts.slice(0, end).join(sep);
    if (!lstatSync(path).isSymbolicLink()) continue;
    const target = resolve(dirname(path), readlinkSync(path));
    return [path, ...stepsTo(join(target, ...parts.slice(end)))];
  }
  return [resolve(file)];
}
