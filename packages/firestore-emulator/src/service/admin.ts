import type { Log } from '#firestore/log/log.ts';
import { coverageReport } from '#firestore/rules/coverage-report.ts';
import { parseRulesFile } from '#firestore/rules/parser.ts';
import { parseRuleset, RulesError } from '#firestore/rules/ruleset.ts';
import type { FirestoreAdmin, LoadedRules, RulesSource } from '#firestore/api/service.ts';
import { clearBelow } from '#firestore/service/clear-below.ts';
import { OPEN_RULES, type ProjectRules } from '#firestore/service/project-rules.ts';
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

/** The name of a file in the coverage, if it came without a name. */
const UNNAMED = 'security.rules';

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
  const filesOf = new Map<string, LoadedRules['files']>();
  const rulesOf = (project: string): LoadedRules => {
    const ruleset = rules.of(project);
    if (ruleset === null) return { files: [OPEN_RULES], warnings: [] };
    const { source, warnings } = ruleset;
    return { files: filesOf.get(project) ?? [{ content: source }], warnings };
  };
  return {
    setRules(project, first, ...others) {
      const ruleset = load(first, parseRuleset);
      for (const file of others) load(file, parseRulesFile);
      for (const { line, column, message } of ruleset.warnings) {
        log.warn(`The rules of ${project}: ${line}:${column} ${message}`);
      }
      rules.replace(project, ruleset);
      filesOf.set(project, [first, ...others]);
      return ruleset.warnings;
    },
    rulesOf,
    ruleCoverage(project) {
      const covered = rules.coverageOf(project);
      const report = covered === null ? [] : coverageReport(covered.ruleset, covered.coverage);
      const files = rulesOf(project).files.map((file) => ({ name: UNNAMED, ...file }));
      return { rules: { files }, report };
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

function load<Rules>({ content, name }: RulesSource, parse: (source: string) => Rules): Rules {
  try {
    return parse(content);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { line, column, message } = error;
    const cause = new RulesError(message, error, name);
    throw new StatusError('INVALID_ARGUMENT', `The rules do not load: L${line}:${column} ${message}`, {
      cause,
    });
  }
}
