import { isSearchPath, SEARCH_PATH } from '#web/state/search.ts';
import type { Store } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

import { placeShownAt, searchStateIn, type SearchState } from './search-place.ts';
import type { UnwrittenText } from './unwritten-text.ts';

/** Each call of replaceState takes a millisecond or two, and Safari allows 100 in 30 seconds. */
const REPLACE_AFTER_MS = 1000;

interface Move extends Pick<Location, 'pathname'> {
  /** The router's key and state of the history entry. */
  readonly key: string;
  readonly state: unknown;
  /** Whether the move is Back or Forward, not a new page. */
  readonly isPop: boolean;
}

interface Parts {
  /** The text in the field. */
  readonly text: Store<string>;
  /** The history entry in which the text was begun before this object existed; null without a text. */
  readonly typedIn: string | null;
  /** The browser's own location. During a transition, React's location is older. */
  readonly address: Pick<Location, 'pathname' | 'search'>;
  readonly timers: Timers;
  readonly push: (path: string, state: unknown) => void;
  readonly back: () => void;
  /**
   * Changes the URL of the history entry without a navigation, because a navigation renders every component that depends on the
   * location.
   */
  readonly replaceUrl: (path: string) => void;
  readonly unwritten: UnwrittenText;
  /** The router's key of the browser's history entry, which may not have rendered yet. */
  readonly entryKey: () => string;
}

/**
 * Keeps the URL and the text in the field in sync. The first letter pushes a history entry, and further letters replace it. When
 * the text is removed, returns to the page on which the search began. On other pages the field is empty.
 */
export class SearchUrl {
  readonly #parts: Parts;
  /** The text in the URL when it was last written or read; null on other pages. */
  #written: string | null = null;
  #state: SearchState = searchStateIn(null);
  /** The key of the shown history entry. */
  #key: string | null = null;
  #cancel: (() => void) | null = null;
  #isReturning = false;
  #isOwnChange = false;
  #isStarted = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Called after the router has rendered a new page, or the browser has gone Back or Forward to an entry. */
  moved({ pathname, key, state, isPop }: Move): void {
    const { text, typedIn, address } = this.#parts;
    if (pathname !== address.pathname) return;
    // The search was left before it rendered.
    if (this.#isReturning && !isPop && isSearchPath(pathname)) return;
    const isSameEntry = key === this.#key;
    this.#key = key;
    // The user typed before this code had loaded, and is still on the same page.
    const isTyped = !this.#isStarted && typedIn === key;
    const wasReturning = this.#isReturning;
    this.#isStarted = true;
    this.#isReturning = false;
    if (!isSearchPath(pathname)) {
      this.#stopTimer();
      this.#written = null;
      if (isTyped || wasReturning) this.typed();
      else this.#setText('');
      return;
    }
    this.#state = searchStateIn(state);
    if (wasReturning) {
      // A selection on a touch screen has its own history entry, so this is still the search.
      this.#leave();
      return;
    }
    const inUrl = new URLSearchParams(address.search).get('q') ?? '';
    if (inUrl === this.#written) return;
    const unwritten = isSameEntry || isTyped ? null : this.#parts.unwritten.textOf(key, inUrl);
    if (unwritten !== null) {
      this.#setText(unwritten);
      this.#replace();
      return;
    }
    if (isSameEntry && text.get().trim() !== '') {
      // The temporary history entry of a selection has ended. The user typed the text during it.
      this.#replace();
      return;
    }
    this.#written = inUrl;
    if (isTyped) this.typed();
    else this.#setText(inUrl);
  }

  /** Called after the text has changed. */
  typed(): void {
    const { text, address, timers } = this.#parts;
    if (this.#isOwnChange || this.#isReturning) return;
    const isEmpty = text.get().trim() === '';
    if (!isSearchPath(address.pathname)) {
      if (!isEmpty) this.#enter();
    } else if (isEmpty) {
      this.#leave();
    } else {
      this.#stopTimer();
      this.#keepUnwritten();
      this.#cancel = timers.after(REPLACE_AFTER_MS, () => {
        this.flush();
      });
    }
  }

  /** Writes the text to the URL at once, because the page may be left. */
  readonly flush = (): void => {
    const { text, address } = this.#parts;
    if (this.#cancel === null) return;
    this.#stopTimer();
    if (isSearchPath(address.pathname) && text.get() !== this.#written) this.#replace();
  };

  /** Called when a page without the library shows. */
  left(): void {
    this.#stopTimer();
    this.#parts.unwritten.clear();
    if (this.#written !== null) this.#setText('');
  }

  #enter(): void {
    const place = placeShownAt(this.#parts.address.pathname);
    this.#state = { canReturn: true, place };
    this.#parts.push(this.#write(new URLSearchParams()), { search: this.#state });
  }

  #keepUnwritten(): void {
    const { unwritten, text, entryKey } = this.#parts;
    unwritten.keep(entryKey(), this.#written ?? '', text.get());
  }

  #replace(): void {
    const { address, replaceUrl } = this.#parts;
    replaceUrl(this.#write(new URLSearchParams(address.search)));
  }

  /** Updates the search parameters, and returns the path of the search. */
  #write(params: URLSearchParams): string {
    this.#written = this.#parts.text.get();
    params.set('q', this.#written);
    return `${SEARCH_PATH}?${params.toString()}`;
  }

  #leave(): void {
    this.#stopTimer();
    this.#parts.unwritten.clear();
    this.#written = null;
    if (this.#state.canReturn) {
      this.#isReturning = true;
      this.#parts.back();
    } else {
      this.#parts.push('/', null);
    }
  }

  #setText(text: string): void {
    this.#isOwnChange = true;
    this.#parts.text.set(text);
    this.#isOwnChange = false;
  }

  #stopTimer(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
