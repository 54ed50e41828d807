import { resolve } from 'node:path';

import type { Command } from '#firestore/command/run-command.ts';
import { consoleLog } from '#firestore/log/console-log.ts';
import { readIndexes } from '#firestore/command/indexes-file.ts';
import { prepareDefaultData, withDefaultDataHint } from '#firestore/command/data-directory.ts';
import { HELP, parseOptions, type CommandOptions, type DataLocation } from '#firestore/command/options.ts';
import { readRules, watchRules } from '#firestore/command/rules-file.ts';
import { type FileWatch, watchFile } from '#firestore/command/watch-file.ts';
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
  const indexesFile = options.indexes === null ? null : resolve(options.indexes);
  const server = await start(options, rulesFile, indexesFile, log);
  const watchers: FileWatch[] = [];
  if (rulesFile !== null) watchers.push(watchRules(rulesFile, (source) => server.replaceRules(source), log));
  if (indexesFile !== null) {
    const reload = async (): Promise<void> => server.replaceIndexes(await readIndexes(indexesFile));
    watchers.push(watchFile(indexesFile, reload, log));
  }
  log.info(
    `Firestore listens on ${options.host}:${server.port}. Set FIRESTORE_EMULATOR_HOST to this address for clients.`,
  );
  try {
    log.info(`${await ended}: stopping.`);
    await exportAtEnd(server, options, log);
  } finally {
    for (const watcher of watchers) watcher.close();
    await server.stop();
  }
}

async function start(
  options: CommandOptions,
  rulesFile: string | null,
  indexesFile: string | null,
  log: Log,
): Promise<RunningFirestore> {
  const rules = rulesFile === null ? null : await readRules(rulesFile, log);
  const indexes = indexesFile === null ? null : await readIndexes(indexesFile);
  const dataDirectory = await dataDirectoryOf(options.data);
  const { importFrom, requestLog, snapshotAfterBytes } = options;
  try {
    const server = await startFirestore({
      host: options.host,
      allowHosts: options.allowHosts,
      allowOrigins: options.allowOrigins,
      port: options.port,
      ...(rules === null ? {} : { rules }),
      ...(indexes === null ? {} : { indexes }),
      requireIndexes: options.requireIndexes,
      ...(requestLog === null ? {} : { requestLog: resolve(requestLog) }),
      ...(dataDirectory === null ? {} : { dataDirectory }),
      ...(importFrom === null ? {} : { beforeOpening: importing(importFrom, options.projectId, log) }),
      ...(snapshotAfterBytes === null ? {} : { snapshotAfterBytes }),
      fsync: options.fsync,
      repair: options.repair,
      log,
    });
    log.info(
      dataDirectory === null
        ? 'The data is in memory, and ends with this process.'
        : `The data is in ${dataDirectory}, and survives a restart.`,
    );
    return server;
  } catch (error) {
    throw options.data.kind === 'default' ? withDefaultDataHint(error) : error;
  }
}

async function dataDirectoryOf(data: DataLocation): Promise<string | null> {
  switch (data.kind) {
    case 'memory':
      return null;
    case 'default':
      return prepareDefaultData();
    case 'directory':
      return resolve(data.path);
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
