import type { Ruleset } from '#firestore/rules/ruleset.ts';

/** Which rules hold for which project. */
export class ProjectRules {
  #default: Ruleset | null = null;
  readonly #own = new Map<string, Ruleset>();
  readonly #listeners = new Set<(project: string | null) => void>();

  /** Null leaves a project open, as in the official emulator. */
  of(project: string): Ruleset | null {
    return this.#own.get(project) ?? this.#default;
  }

  replace(project: string, ruleset: Ruleset): void {
    this.#own.set(project, ruleset);
    this.#tell(project);
  }

  replaceDefault(ruleset: Ruleset): void {
    this.#default = ruleset;
    this.#tell(null);
  }

  /** Called with the project, or with null where it may be any. */
  onChange(listener: (project: string | null) => void): void {
    this.#listeners.add(listener);
  }

  #tell(project: string | null): void {
    for (const listener of this.#listeners) listener(project);
  }
}
