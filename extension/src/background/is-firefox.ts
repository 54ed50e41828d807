/** Firefox has a sidebar instead of a side panel, and shows descriptions in its address bar as plain text. */
export function isFirefox(): boolean {
  return chrome.runtime.getURL('').startsWith('moz-extension:');
}
