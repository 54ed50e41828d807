import { CHROME_KEY, FIREFOX_ID } from './ids.ts';

export const BROWSERS = ['chrome', 'firefox'] as const;
export type Browser = (typeof BROWSERS)[number];

export interface Manifest {
  readonly key?: string;
  readonly [name: string]: unknown;
}

/** By their size. `tools/icons.ts` draws them. */
const ICONS = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icons/${size}.png`]));

const PERMISSIONS = ['activeTab', 'alarms', 'contextMenus', 'identity', 'scripting', 'storage'];

/**
 * The address of the server is a setting, so pages and worker may reach every host over https, and the local suite. The policy
 * must be complete: Firefox's own would change `http://127.0.0.1` to https.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Each browser warns about keys that only the other one knows, so each gets a manifest of its own. */
export function manifestOf(browser: Browser, version: string): Manifest {
  const { permissions, ...parts } = browser === 'chrome' ? chromeParts() : firefoxParts();
  return {
    manifest_version: 3,
    name: 'Foldmark',
    version,
    description: 'Save pages to Foldmark, see which ones you have saved, and find them again.',
    icons: ICONS,
    permissions: [...PERMISSIONS, ...permissions].toSorted(),
    optional_permissions: ['tabs'],
    incognito: 'not_allowed',
    content_security_policy: { extension_pages: POLICY },
    action: { default_popup: 'popup.html', default_title: 'Save to Foldmark', default_icon: ICONS },
    options_ui: { page: 'options.html', open_in_tab: true },
    omnibox: { keyword: 'fm' },
    // No browser uses these keys, nor does the app. Beside Ctrl+D, the key of the browser's own bookmarks.
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+F' } },
      'save-now': {
        suggested_key: { default: 'Alt+Shift+D' },
        description: 'Save this page at once',
      },
    },
    ...parts,
  };
}

function chromeParts() {
  return {
    permissions: ['sidePanel'],
    key: CHROME_KEY,
    minimum_chrome_version: '121',
    background: { service_worker: 'background.js', type: 'module' },
    side_panel: { default_path: 'panel.html' },
  };
}

function firefoxParts() {
  return {
    permissions: [],
    browser_specific_settings: {
      gecko: {
        id: FIREFOX_ID,
        strict_min_version: '140.0',
        // The links that a person saves, and the text that is selected on the page as their note.
        data_collection_permissions: { required: ['bookmarksInfo', 'websiteContent'] },
      },
      // The first one with data_collection_permissions.
      gecko_android: { strict_min_version: '142.0' },
    },
    background: { scripts: ['background.js'], type: 'module' },
    sidebar_action: {
      default_panel: 'panel.html',
      default_title: 'Foldmark',
      default_icon: ICONS,
      open_at_install: false,
    },
  };
}
