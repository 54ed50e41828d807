/** What @types/chrome does not know. */
declare namespace chrome.action {
  /** Null gives the tab the badge of all tabs. Firefox requires the property. */
  export function setBadgeText(details: {
    readonly tabId: number;
    readonly text: string | null;
  }): Promise<void>;
}

declare namespace chrome.sidebarAction {
  /** Only in Firefox. */
  export function open(): Promise<void>;
}
