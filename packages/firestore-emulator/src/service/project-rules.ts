import type { Ruleset } from '#firestore/rules/ruleset.ts';

/** The rules of each project. */
export class ProjectRules {
  #default: Ruleset | null = null;
  readonly #byProject = new Map<string, Ruleset>();
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

  /** Calls the listener with the project, or with null if the default rules changed. */
  onChange(listener: (project: string | null) => void): void {
    this.#listeners.add(listener);
  }

  #notify(project: string | null): void {
    for (const listener of this.#listeners) listener(project);
  }
}
