import type { FSWatcher } from 'node:fs';
import { resolve } from 'node:path';

import { consoleLog } from '#firestore/command/console-log.ts';
import { HELP, parseOptions, type CommandOptions } from '#firestore/command/options.ts';
import { readRules, watchRules } from '#firestore/command/rules-file.ts';
import type { Log } from '#firestore/log.ts';
import { startFirestore, type RunningFirestore } from '#firestore/server.ts';
import { systemClock } from '#firestore/store/commit-clock.ts';
import { exportForTools, importExport } from '#firestore/transfer/transfer.ts';

const BAD_USAGE = 2;

/** Runs until it is told to end; the number is the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let options: CommandOptions | null;
  try {
    options = parseOptions(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${HELP}`);
    return BAD_USAGE;
  }
  if (options === null) {
    process.stdout.write(HELP);
    return 0;
  }
  const log = consoleLog(options.debug);
  try {
    await serve(options, log);
    return 0;
  } catch (error) {
    log.error(explain(error, options), options.debug ? error : undefined);
    return 1;
  }
}

async function serve(options: CommandOptions, log: Log): Promise<void> {
  const rulesFile = options.rules === null ? null : resolve(options.rules);
  const rules = rulesFile === null ? null : await readRules(rulesFile, log);
  const ended = endRequested();
  const server = await startFirestore({
    host: options.host,
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
    `Firestore listens on ${options.host}:${server.port}. Clients find it by FIRESTORE_EMULATOR_HOST.`,
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
    // What was edited since the first start would be overwritten.
    if (!isNew) {
      log.info(`${directory} is not imported: the data directory has been in use before.`);
      return;
    }
    const count = await importExport(store, resolve(directory), project ?? undefined);
    log.info(`${count} documents are imported from ${directory}.`);
  };
}

async function exportAtEnd(server: RunningFirestore, options: CommandOptions, log: Log): Promise<void> {
  if (options.exportOnExit === null) return;
  await exportForTools(server.store, options.projectId, resolve(options.exportOnExit), { now: systemClock });
  log.info(`The data is exported to ${options.exportOnExit}.`);
}

async function stop(server: RunningFirestore, watcher: FSWatcher | null): Promise<void> {
  watcher?.close();
  await server.stop();
}

async function endRequested(): Promise<NodeJS.Signals> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, done);
  });
}

function explain(error: unknown, { host, port }: CommandOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken: end what listens there, or choose another --port.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}: choose another --host.`;
  if (code === 'EACCES') return `Port ${port} may not be used: choose a --port from 1024 on.`;
  return messageOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
