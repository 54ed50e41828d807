import type { FSWatcher } from 'node:fs';
import { resolve } from 'node:path';

import type { Command } from '#firestore/command/run-command.ts';
import { consoleLog } from '#firestore/log/console-log.ts';
import { HELP, parseOptions, type CommandOptions } from '#firestore/command/options.ts';
import { readRules, watchRules } from '#firestore/command/rules-file.ts';
import type { Log } from '#firestore/log/log.ts';
import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';
import { systemClock } from '#firestore/store/commit-clock.ts';
import { exportForTools, importExport } from '#firestore/transfer/transfer.ts';

export const firestoreCommand: Command<CommandOptions> = {
  help: HELP,
  parseOptions,
  serve: async (options, ended) => serve(options, ended, consoleLog(options.debug)),
  fail: ({ debug }, message, error) => {
    consoleLog(debug).error(message, debug ? error : undefined);
  },
};

async function serve(options: CommandOptions, ended: Promise<NodeJS.Signals>, log: Log): Promise<void> {
  const rulesFile = options.rules === null ? null : resolve(options.rules);
  const rules = rulesFile === null ? null : await readRules(rulesFile, log);
  const server = await startFirestore({
    host: options.host,
    allowHosts: options.allowHosts,
    allowOrigins: options.allowOrigins,
    port: options.port,
    ...(rules === null ? {} : { rules }),
    ...(options.data === null ? {} : { dataDirectory: resolve(options.data) }),
    ...(options.importFrom === null
      ? {}
      : { beforeOpening: importing(options.importFrom, options.projectId, log) }),
    ...(options.snapshotAfterBytes === null ? {} : { snapshotAfterBytes: options.snapshotAfterBytes }),
    fsync: options.fsync,
    repair: options.repair,
    log,
  });
  const watcher =
    rulesFile === null ? null : watchRules(rulesFile, (source) => server.replaceRules(source), log);
  log.info(
    `Firestore listens on ${options.host}:${server.port}. Set FIRESTORE_EMULATOR_HOST to this address for clients.`,
  );
  try {
    log.info(`${await ended}: stopping.`);
    await exportAtEnd(server, options, log);
  } finally {
    await stop(server, watcher);
  }
}

function importing(
  directory: string,
  project: string | null,
  log: Log,
): (store: RunningFirestore['store'], isNew: boolean) => Promise<void> {
  return async (store, isNew) => {
    // An import would overwrite the edits since the first start.
    if (!isNew) {
      log.info(`Skipped the import of ${directory}: the data directory is not new.`);
      return;
    }
    const count = await importExport(store, resolve(directory), project ?? undefined);
    log.info(`Imported ${count} documents from ${directory}.`);
  };
}

async function exportAtEnd(server: RunningFirestore, options: CommandOptions, log: Log): Promise<void> {
  if (options.exportOnExit === null) return;
  await exportForTools(server.store, options.projectId, resolve(options.exportOnExit), { now: systemClock });
  log.info(`Exported the data to ${options.exportOnExit}.`);
}

async function stop(server: RunningFirestore, watcher: FSWatcher | null): Promise<void> {
  watcher?.close();
  await server.stop();
}
