export type EngineName = 'firefox' | 'webkit';

/** What the tests of other browsers need of one. Everything else is in Tab, which is the same for all. */
export interface Engine {
  readonly name: string;
  readonly version: string;
  /**
   * A script that the pages have to load before their own, and that notes in sessionStorage what `complaints` answers. Null
   * where the browser tells of its console by itself.
   */
  readonly listener: string | null;
  /** A profile of its own, with nothing kept in it. Only one at a time. */
  readonly openProfile: () => Promise<Profile>;
  readonly stop: () => Promise<void>;
}

export interface Profile {
  /** The window that was opened last lies above the others. */
  readonly openWindow: () => Promise<Driver>;
  readonly close: () => Promise<void>;
}

export interface Driver {
  /** Resolves when the page has loaded. */
  readonly goto: (url: string) => Promise<void>;
  /** The value of an expression, awaited. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Input in the words of WebDriver, which BiDi has taken over. */
  readonly perform: (sources: readonly InputSource[]) => Promise<void>;
  /** Selects a file in the first element that matches. */
  readonly selectFile: (selector: string, file: string) => Promise<void>;
  /** Errors and warnings of its console so far, and violations of the Content-Security-Policy. */
  readonly complaints: () => Promise<readonly string[]>;
  /** A PNG, in base64. */
  readonly screenshot: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export type InputSource =
  | { readonly type: 'pointer'; readonly id: string; readonly actions: readonly PointerAction[] }
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] };

type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: number };

interface KeyAction {
  readonly type: 'keyDown' | 'keyUp';
  readonly value: string;
}

/** Where an engine runs. */
export interface Place {
  /** The X display, as in `DISPLAY`. */
  readonly display: string;
  /** For profiles and logs. */
  readonly folder: string;
}

/** The size of every window, in its screen. */
export const WINDOW = { width: 1280, height: 900 };
