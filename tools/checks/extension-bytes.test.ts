import { expect, test } from 'vitest';

import { filesFrom } from '#tools/checks/extension-bytes.ts';

const FILES: Readonly<Record<string, string>> = {
  'popup.html':
    '<script type="module" src="/assets/popup.js"></script><link rel="stylesheet" href="/assets/popup.css">',
  'assets/popup.js':
    'import{a as b}from"./shared.js";import"./more.js";const later=()=>import(`./later.js`);',
  'assets/shared.js': 'import "./popup.js";',
  'assets/more.js': 'const text = "./unused.js"',
  'assets/later.js': '',
  'assets/popup.css': '',
};

test('an entry counts each script and style that it names, also indirectly, once', async () => {
  const files = await filesFrom('popup.html', async (file) => FILES[file] ?? `no ${file}`);
  expect([...files.keys()].toSorted()).toEqual(Object.keys(FILES).toSorted());
});
