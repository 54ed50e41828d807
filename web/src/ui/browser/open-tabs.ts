/** Opens each url in a new tab, without a referrer. Returns how many the browser has blocked. */
export function openTabs(urls: readonly string[]): number {
  return urls.filter((url) => !openTab(url)).length;
}

function openTab(url: string): boolean {
  // Not 'noopener', because then `open` would not tell whether the browser has blocked the tab.
  const tab = window.open('', '_blank');
  if (tab === null) return false;
  tab.opener = null;
  const link = tab.document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  tab.document.body.append(link);
  link.click();
  return true;
}
