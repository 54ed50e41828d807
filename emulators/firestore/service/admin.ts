import { parseRuleset, RulesError } from '#firestore/rules/ruleset.ts';
import type { FirestoreAdmin } from '#firestore/service.ts';
import type { ProjectRules } from '#firestore/service/project-rules.ts';
import { StatusError } from '#firestore/status.ts';
import type { Store } from '#firestore/store/store.ts';
import { exportProject, importExport } from '#firestore/transfer/transfer.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

export interface AdminDependencies {
  readonly store: Store;
  readonly usage: UsageMeter;
  readonly rules: ProjectRules;
  readonly now: () => number;
}

export function createAdmin({ store, usage, rules, now }: AdminDependencies): FirestoreAdmin {
  return {
    setRules(project, source) {
      rules.replace(project, loadRules(source));
    },
    clear: (project, database) => store.clear(`projects/${project}/databases/${database}`),
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
