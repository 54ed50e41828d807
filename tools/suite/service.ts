import type { Child } from '#tools/suite/child.ts';

/** A process of the suite that can go and come again, on the same ports and with what it had kept. */
export interface Service {
  readonly name: string;
  /** Resolves when it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it as a crash would: nothing is saved before. */
  kill(): Promise<void>;
  /** The process as it runs now. */
  child(): Child | null;
}

export interface ServiceParts {
  readonly name: string;
  readonly launch: () => Promise<Child> | Child;
  readonly ready: (child: Child) => Promise<void>;
  /** What makes it end by itself. */
  readonly signal: NodeJS.Signals;
  readonly onChild: (child: Child) => void;
  /** Runs as long as the service does; `isSaving` tells an orderly end from a crash. */
  readonly accompany?: () => (isSaving: boolean) => Promise<void>;
}

export function createService(parts: ServiceParts): Service {
  let child: Child | null = null;
  let leave: ((isSaving: boolean) => Promise<void>) | null = null;

  async function end(isSaving: boolean): Promise<void> {
    const [ending, leaving] = [child, leave];
    [child, leave] = [null, null];
    if (!isSaving) ending?.kill();
    await leaving?.(isSaving);
    await ending?.stop(parts.signal);
  }

  return {
    name: parts.name,
    start: async () => {
      const launched = await parts.launch();
      child = launched;
      parts.onChild(launched);
      await parts.ready(launched);
      leave = parts.accompany?.() ?? null;
    },
    stop: async () => end(true),
    kill: async () => end(false),
    child: () => child,
  };
}
