export type EngineName = 'firefox' | 'webkit';

/** The parts that differ between browsers. `Tab` has everything else. */
export interface Engine {
  readonly name: string;
  readonly version: string;
  /**
   * A script that every page must load before its own. It records in sessionStorage what `consoleProblems` returns. Null if
   * the browser reports its console itself.
   */
  readonly consoleScript: string | null;
  /** An empty profile. Only one can be open at a time. */
  readonly openProfile: () => Promise<Profile>;
  readonly stop: () => Promise<void>;
}

export interface Profile {
  /** The newest window is in front of the others. */
  readonly openWindow: () => Promise<Driver>;
  readonly close: () => Promise<void>;
}

export interface Driver {
  /** Resolves when the page has loaded. */
  readonly goto: (url: string) => Promise<void>;
  /** The value of an expression, awaited. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Performs WebDriver input actions, which BiDi shares. */
  readonly perform: (sources: readonly InputSource[]) => Promise<void>;
  /** Selects a file in the first element that matches. */
  readonly selectFile: (selector: string, file: string) => Promise<void>;
  /** The console errors and warnings so far, and violations of the Content-Security-Policy. */
  readonly consoleProblems: () => Promise<readonly string[]>;
  /** A PNG, in base64. */
  readonly screenshot: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export type InputSource =
  | {
      readonly type: 'pointer';
      readonly id: string;
      readonly parameters?: { readonly pointerType: 'touch' };
      readonly actions: readonly PointerAction[];
    }
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] };

type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: number }
  | { readonly type: 'pause'; readonly duration: number };

interface KeyAction {
  readonly type: 'keyDown' | 'keyUp';
  readonly value: string;
}

export interface EngineOptions {
  /** The X display: the value of `DISPLAY`. */
  readonly display: string;
  /** For profiles and logs. */
  readonly folder: string;
}

/** The size of every window. */
export const WINDOW = { width: 1280, height: 900 };
