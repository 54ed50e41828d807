import { realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

import type { Log } from '#firestore/log/log.ts';

/** Editors save in several steps, which count as one change. */
const DEBOUNCE_MS = 50;

export interface FileWatch {
  close(): void;
}

/** Calls `reload` after each change of a file. If it rejects, the log has the error, and the old content stays in force. */
export function watchFile(file: string, reload: () => Promise<void>, log: Log): FileWatch {
  let timer: NodeJS.Timeout | undefined;
  const changed = async (): Promise<void> => {
    try {
      await reload();
      log.info(`${file} is reloaded.`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error(`${reason.replace(/\.$/u, '')}. The old content stays in force.`);
    }
  };
  // Watches the directory, because editors replace the file with a new one. If the file is a link, its target can change too.
  const watchers = [...new Set([file, realpathSync(file)])].map((path) =>
    watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name !== basename(path)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void changed(), DEBOUNCE_MS);
    }).on('error', (error) => {
      log.warn(`${path} is no longer watched: ${error.message}`);
    }),
  );
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
