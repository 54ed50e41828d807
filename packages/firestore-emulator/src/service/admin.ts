import type { Log } from '#firestore/log/log.ts';
import { coverageReport } from '#firestore/rules/coverage-report.ts';
import { parseRuleset, RulesError } from '#firestore/rules/ruleset.ts';
import type { FirestoreAdmin } from '#firestore/api/service.ts';
import type { ProjectRules } from '#firestore/service/project-rules.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkDatabase } from '#firestore/model/names.ts';
import type { Store } from '#firestore/store/store.ts';
import { exportProject, importExport } from '#firestore/transfer/transfer.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

export interface AdminDependencies {
  readonly store: Store;
  readonly usage: UsageMeter;
  readonly rules: ProjectRules;
  readonly now: () => number;
  readonly log: Log;
}

export function createAdmin({ store, usage, rules, now, log }: AdminDependencies): FirestoreAdmin {
  return {
    setRules(project, source) {
      const ruleset = loadRules(source);
      for (const { line, column, message } of ruleset.warnings) {
        log.warn(`The rules of ${project}: ${line}:${column} ${message}`);
      }
      rules.replace(project, ruleset);
      return ruleset.warnings;
    },
    ruleCoverage(project) {
      const covered = rules.coverageOf(project);
      if (covered === null) throw new StatusError('NOT_FOUND', `The project ${project} has no rules.`);
      return coverageReport(covered.ruleset, covered.coverage);
    },
    clear: async (project, database) =>
      store.clear(checkDatabase(`projects/${project}/databases/${database}`)),
    exportTo: (project, directory) => exportProject(store, project, directory, { now }),
    async importFrom(project, directory) {
      await importExport(store, directory, project);
    },
    usage: (project) => usage.of(project),
    resetUsage(project) {
      usage.reset(project);
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
