import type { Log } from '#firestore/log/log.ts';
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
      for (const warning of ruleset.warnings) log.warn(`The rules of ${project}: ${warning}`);
      rules.replace(project, ruleset);
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
