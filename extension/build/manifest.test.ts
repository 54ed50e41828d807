import { expect, test } from 'vitest';

import { BROWSERS, manifestOf } from './manifest.ts';

test.each(BROWSERS)(
  '%s gives the extension no page, except for the one where the person calls it',
  (browser) => {
    const manifest = manifestOf(browser, '1.2.3');
    expect(manifest).toMatchObject({
      version: '1.2.3',
      optional_permissions: ['tabs'],
      incognito: 'not_allowed',
    });
    for (const key of [
      'host_permissions',
      'optional_host_permissions',
      'content_scripts',
      'externally_connectable',
      // With it, a page could find out that the extension is installed.
      'web_accessible_resources',
    ])
      expect(manifest).not.toHaveProperty(key);
  },
);

test('the permissions are those that the store listings explain', () => {
  const shared = ['activeTab', 'alarms', 'contextMenus', 'identity', 'scripting'];
  expect(manifestOf('chrome', '1')).toMatchObject({ permissions: [...shared, 'sidePanel', 'storage'] });
  expect(manifestOf('firefox', '1')).toMatchObject({ permissions: [...shared, 'storage'] });
});

test('pages run no script of another host, and load nothing from one but answers', () => {
  const policy = JSON.stringify(manifestOf('chrome', '1'));
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).not.toContain('unsafe');
});
