import type { Log } from '#firestore/log/log.ts';
import { coverageReport } from '#firestore/rules/coverage-report.ts';
import { parseRuleset, RulesError } from '#firestore/rules/ruleset.ts';
import type { FirestoreAdmin } from '#firestore/api/service.ts';
import { clearBelow } from '#firestore/service/clear-below.ts';
import type { ProjectRules } from '#firestore/service/project-rules.ts';
import { StatusError } from '#firestore/api/status.ts';
import { Snapshots } from '#firestore/service/snapshots.ts';
import { checkDatabaseId, checkProject } from '#firestore/model/names.ts';
import { timestampOfMicros } from '#firestore/model/timestamp.ts';
import type { IndexAdvisor } from '#firestore/query/indexes/index-advisor.ts';
import type { RequestRecorder } from '#firestore/service/recording/request-recorder.ts';
import type { TtlSweeper } from '#firestore/service/ttl.ts';
import type { Store } from '#firestore/store/store.ts';
import { exportProject, importExport } from '#firestore/transfer/transfer.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

export interface AdminDependencies {
  readonly store: Store;
  readonly usage: UsageMeter;
  readonly rules: ProjectRules;
  readonly ttl: TtlSweeper;
  readonly indexes: IndexAdvisor | null;
  readonly recorder: RequestRecorder;
  readonly now: () => number;
  readonly log: Log;
}

export function createAdmin(dependencies: AdminDependencies): FirestoreAdmin {
  const { store, usage, rules, ttl, indexes, recorder, now, log } = dependencies;
  const snapshots = new Snapshots(store);
  const fileNames = new Map<string, string>();
  return {
    setRules(project, source, fileName) {
      const ruleset = loadRules(source);
      for (const { line, column, message } of ruleset.warnings) {
        log.warn(`The rules of ${project}: ${line}:${column} ${message}`);
      }
      rules.replace(project, ruleset);
      if (fileName === undefined) fileNames.delete(project);
      else fileNames.set(project, fileName);
      return ruleset.warnings;
    },
    rulesOf(project) {
      const ruleset = rules.of(project);
      if (ruleset === null) return null;
      const { source, warnings } = ruleset;
      return { source, warnings, fileName: fileNames.get(project) ?? null };
    },
    ruleCoverage(project) {
      const covered = rules.coverageOf(project);
      if (covered === null) throw new StatusError('NOT_FOUND', `The project ${project} has no rules.`);
      return coverageReport(covered.ruleset, covered.coverage);
    },
    async clear(project, database, path = null) {
      const name = `projects/${checkProject(project)}/databases/${checkDatabaseId(database)}`;
      await (path === null ? store.clear(name) : clearBelow(store, name, path));
    },
    exportTo: (project, directory) => exportProject(store, project, directory, { now }),
    async importFrom(project, directory) {
      await importExport(store, directory, project);
    },
    usage: (project) => usage.of(checkProject(project)),
    resetUsage(project) {
      usage.reset(checkProject(project));
    },
    requests(project) {
      recorder.startRecording();
      return recorder.of(project);
    },
    takeSnapshot: (project, name) => snapshots.take(checkProject(project), name),
    restoreSnapshot: async (project, name) => snapshots.restore(checkProject(project), name),
    async expire(project, time) {
      if (indexes === null) {
        throw new StatusError(
          'FAILED_PRECONDITION',
          'The server knows no TTL policies: start it with --indexes firestore.indexes.json.',
        );
      }
      const millis = time?.getTime() ?? null;
      if (Number.isNaN(millis)) throw new StatusError('INVALID_ARGUMENT', 'The time is not a valid date.');
      const expired = millis === null ? store.readTime() : timestampOfMicros(millis * 1000);
      return ttl.sweep(checkProject(project), expired);
    },
  };
}

function loadRules(source: string): ReturnType<typeof parseRuleset> {
  try {
    return parseRuleset(source);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { line, column, message } = error;
    throw new StatusError('INVALID_ARGUMENT', `The rules do not load: L${line}:${column} ${message}`, {
      cause: error,
    });
  }
}
