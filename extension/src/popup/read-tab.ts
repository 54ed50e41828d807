import type { PageContent } from './tab-page.ts';

const NOTHING: PageContent = { selection: '', canonical: '' };
/** More of a selection is never shown. */
const SELECTION_MAX_LENGTH = 10_000;

/** The tab that the popup is about: the active tab, unless the address names another. */
export async function readTab(): Promise<chrome.tabs.Tab | null> {
  const id = new URLSearchParams(location.search).get('tab');
  if (id !== null) return chrome.tabs.get(Number(id));
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab ?? null;
}

/** Reads the selected text of the page. Pages of the browser, PDFs and pages of other extensions can't be read. */
export async function readContent(tabId: number | undefined): Promise<PageContent> {
  if (tabId === undefined) return NOTHING;
  try {
    const [first] = await chrome.scripting.executeScript({
      target: { tabId },
      // A page that is still loading has a selection too.
      injectImmediately: true,
      args: [SELECTION_MAX_LENGTH],
      func: contentOfPage,
    });
    return first?.result ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Runs in the page, so it uses nothing from here. */
function contentOfPage(maxLength: number): PageContent {
  const link = document.querySelector<HTMLLinkElement>('link[rel~="canonical"]');
  const address = link?.href ?? '';
  return {
    selection: String(document.getSelection() ?? '').slice(0, maxLength),
    canonical: /^https?:/.test(address) && address.length < maxLength ? address : '',
  };
}
