import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { WINDOW } from './engine.ts';
import { NO_DBUS, startProgram } from './program.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A virtual screen and its mouse. */
export interface Display {
  /** The value of `DISPLAY`. */
  readonly name: string;
  readonly mouse: Mouse;
  readonly stop: () => Promise<void>;
}

export async function startDisplay(folder: string): Promise<Display> {
  const child = startProgram({
    name: 'Xvfb',
    command: 'Xvfb',
    // Xvfb takes the first free display and prints its number.
    args: [
      '-displayfd',
      '1',
      '-screen',
      '0',
      `${WINDOW.width}x${WINDOW.height + 100}x24`,
      '-nolisten',
      'tcp',
    ],
    cwd: folder,
    logFile: join(folder, 'display.log'),
  });
  let name = '';
  await child.ready((line) => {
    if (/^\d+$/.test(line)) name = `:${line}`;
    return name !== '';
  });
  return { name, mouse: new Mouse(name), stop: async () => child.stop('SIGKILL') };
}

const STEPS = 6;
const STEP_SECONDS = 0.04;

/** The mouse of the screen. A driver's synthetic mouse sends other drag events than a real one. */
export class Mouse {
  readonly #env: NodeJS.ProcessEnv;
  #at: Point = { x: 0, y: 0 };

  constructor(display: string) {
    this.#env = { ...process.env, ...NO_DBUS, DISPLAY: display };
  }

  press(at: Point): void {
    this.#at = at;
    this.#do(moveTo(at), ['sleep', '0.1', 'mousedown', '1', 'sleep', '0.1']);
  }

  /** Moves in several steps, like a hand. */
  moveTo(to: Point): void {
    const from = this.#at;
    this.#at = to;
    const steps = Array.from({ length: STEPS }, (_, step) => {
      const fraction = (step + 1) / STEPS;
      const point = { x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction };
      return [...moveTo(point), 'sleep', String(STEP_SECONDS)];
    });
    this.#do(...steps);
  }

  release(): void {
    this.#do(['mouseup', '1', 'sleep', '0.1']);
  }

  #do(...commands: readonly (readonly string[])[]): void {
    const { status, stderr } = spawnSync('xdotool', commands.flat(), { env: this.#env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`xdotool: ${stderr}`);
  }
}

function moveTo({ x, y }: Point): readonly string[] {
  return ['mousemove', String(Math.round(x)), String(Math.round(y))];
}
