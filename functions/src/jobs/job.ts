import type { Services } from '#functions/services/services.ts';

/**
 * Background work that a schedule starts. It must be safe to run again at any time: a run can fail half-way or overlap
 * another. Returns counts for the log.
 */
export type Job<Needs = Services> = (services: Needs) => Promise<Readonly<Record<string, number>>>;

/** Jobs by the names that the log uses. */
export type Jobs<Needs = Services> = Readonly<Record<string, Job<Needs>>>;
