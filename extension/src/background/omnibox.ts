import { connection } from '#extension/connection/connection.ts';
import { tellWorker } from '#extension/platform/messages.ts';
import { searchIndexOf } from '@foldmark/library/search/search-index';

import { isFirefox } from './is-firefox.ts';
import type { KeptLibrary } from './kept-library.ts';
import {
  destinationOf,
  openLine,
  searchLine,
  type SuggestOptions,
  suggestionsFor,
  type Suggestion,
} from './omnibox-suggestions.ts';

/** Searches the links in the address bar, after the keyword. */
export function listenToOmnibox(library: KeptLibrary): void {
  // Firefox for Android has no omnibox.
  if (!('omnibox' in chrome)) return;
  const { omnibox } = chrome;
  omnibox.onInputStarted.addListener(() => {
    void prepare(library).catch(() => undefined);
    tellWorker({ kind: 'pull' });
  });
  omnibox.onInputChanged.addListener((typed, suggest) => {
    void suggestionsOf(library, typed).then(({ first, others }) => {
      void omnibox.setDefaultSuggestion({ description: first });
      suggest([...others]);
    });
  });
  omnibox.onInputEntered.addListener((typed, disposition) => {
    void open(library, typed, disposition);
  });
}

/** Before the first letter. */
async function prepare(library: KeptLibrary): Promise<void> {
  searchIndexOf(await library.get()).prepare(0, Number.POSITIVE_INFINITY);
}

interface Lines {
  /** What Enter does. */
  readonly first: string;
  readonly others: readonly Suggestion[];
}

async function suggestionsOf(library: KeptLibrary, typed: string): Promise<Lines> {
  const { isXml } = options();
  const { origin, suggestions } = await found(library, typed);
  if (origin === null) return { first: 'Connect Foldmark to search your links', others: [] };
  const [best, ...others] = suggestions;
  const { url, isSearch } = destinationOf(suggestions, typed, origin);
  if (best?.content === url) return { first: best.description, others };
  return { first: isSearch ? searchLine(typed, isXml) : openLine(url, isXml), others: suggestions };
}

async function open(
  library: KeptLibrary,
  typed: string,
  disposition: `${chrome.omnibox.OnInputEnteredDisposition}`,
): Promise<void> {
  const { origin, suggestions } = await found(library, typed);
  if (origin === null) {
    await chrome.runtime.openOptionsPage();
    return;
  }
  const { url } = destinationOf(suggestions, typed, origin);
  if (disposition === 'currentTab') await chrome.tabs.update({ url });
  else await chrome.tabs.create({ url, active: disposition === 'newForegroundTab' });
}

async function found(library: KeptLibrary, typed: string) {
  const [current, links] = await Promise.all([connection(), library.get().catch(() => null)]);
  const suggestions = links === null ? [] : suggestionsFor(links, typed, options());
  return { origin: current?.origin ?? null, suggestions };
}

function options(): SuggestOptions {
  return { now: Date.now(), isXml: !isFirefox() };
}
