import { Coverage } from '#firestore/rules/coverage.ts';
import type { Ruleset } from '#firestore/rules/ruleset.ts';
import type { Trace } from '#firestore/rules/trace.ts';

/** The official emulator answers with these rules for a project without rules. */
export const OPEN_RULES = {
  name: 'OPEN_RULES',
  content: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write: if true;
    }
  }
}`,
};

export interface CoveredRuleset {
  readonly ruleset: Ruleset;
  readonly coverage: Coverage;
}

/** The rules of each project, and their coverage. */
export class ProjectRules {
  #default: Ruleset | null = null;
  readonly #byProject = new Map<string, Ruleset>();
  readonly #coverage = new Map<string, CoveredRuleset>();
  readonly #listeners = new Set<(project: string | null) => void>();

  /** Null if there are no rules. Then everything is open, as in the official emulator. */
  of(project: string): Ruleset | null {
    return this.#byProject.get(project) ?? this.#default;
  }

  replace(project: string, ruleset: Ruleset): void {
    this.#byProject.set(project, ruleset);
    this.#notify(project);
  }

  replaceDefault(ruleset: Ruleset): void {
    this.#default = ruleset;
    this.#notify(null);
  }

  /** Counts what a decision evaluated. */
  count(project: string, trace: Trace): void {
    this.coverageOf(project)?.coverage.add(trace);
  }

  /** The coverage since the project has its current rules. Null if it has none. */
  coverageOf(project: string): CoveredRuleset | null {
    const ruleset = this.of(project);
    if (ruleset === null) return null;
    const known = this.#coverage.get(project);
    if (known?.ruleset === ruleset) return known;
    const started = { ruleset, coverage: new Coverage() };
    this.#coverage.set(project, started);
    return started;
  }

  /** Calls the listener with the project, or with null if the default rules changed. */
  onChange(listener: (project: string | null) => void): void {
    this.#listeners.add(listener);
  }

  #notify(project: string | null): void {
    for (const listener of this.#listeners) listener(project);
  }
}
