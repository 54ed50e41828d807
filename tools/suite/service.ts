import type { Child } from '#tools/suite/child.ts';

/** A process of the suite that can stop and start again, on the same ports and with its stored data. */
export interface Service {
  readonly name: string;
  /** Resolves when the service answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends the process like a crash, without saving. */
  kill(): Promise<void>;
  /** The running process, or null. */
  child(): Child | null;
}

export interface ServiceParts {
  readonly name: string;
  readonly launch: () => Promise<Child> | Child;
  readonly ready: (child: Child) => Promise<void>;
  /** The signal for a clean shutdown. */
  readonly signal: NodeJS.Signals;
  readonly onChild: (child: Child) => void;
  /** Starts a side task of the service, and returns a function that stops it. `isSaving` is false after a crash. */
  readonly startSideTask?: () => (isSaving: boolean) => Promise<void>;
}

export function createService(parts: ServiceParts): Service {
  let child: Child | null = null;
  let stopSideTask: ((isSaving: boolean) => Promise<void>) | null = null;

  async function end(isSaving: boolean): Promise<void> {
    const [endingChild, endSideTask] = [child, stopSideTask];
    [child, stopSideTask] = [null, null];
    if (!isSaving) endingChild?.kill();
    await endSideTask?.(isSaving);
    await endingChild?.stop(parts.signal);
  }

  return {
    name: parts.name,
    start: async () => {
      const launched = await parts.launch();
      child = launched;
      parts.onChild(launched);
      await parts.ready(launched);
      stopSideTask = parts.startSideTask?.() ?? null;
    },
    stop: async () => end(true),
    kill: async () => end(false),
    child: () => child,
  };
}
