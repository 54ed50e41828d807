import type { Usage } from '#firestore/api/service.ts';
import { projectOf } from '#firestore/model/names.ts';

/** Counts the billed reads, writes and deletes of each project. */
export class UsageMeter {
  readonly #totals = new Map<string, Usage>();

  /** `name` is any resource name of the project. */
  add(name: string, { reads = 0, writes = 0, deletes = 0 }: Partial<Usage>): void {
    const project = projectOf(name);
    const total = this.of(project);
    this.#totals.set(project, {
      reads: total.reads + reads,
      writes: total.writes + writes,
      deletes: total.deletes + deletes,
    });
  }

  of(project: string): Usage {
    return this.#totals.get(project) ?? { reads: 0, writes: 0, deletes: 0 };
  }

  projects(): readonly string[] {
    return [...this.#totals.keys()];
  }

  reset(project: string): void {
    this.#totals.delete(project);
  }
}
