import type { Services } from '#functions/services/services.ts';

/**
 * Background work that a schedule starts. It must bear a second run at any time: one may break off, or overlap another.
 * Answers what it did, for the log.
 */
export type Job<Needs = Services> = (services: Needs) => Promise<Readonly<Record<string, number>>>;

/** By the name under which the log tells of each. */
export type Jobs<Needs = Services> = Readonly<Record<string, Job<Needs>>>;
