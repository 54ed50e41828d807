import { expect, test } from 'vitest';

import { skippedList } from './skipped-list.ts';

test('the list of skipped entries is CSV that no spreadsheet runs as a formula', async () => {
  const list = skippedList([
    { reason: 'scheme', title: 'Say "hi", twice\nor more', url: 'javascript:alert(1)' },
    { reason: 'no-url', title: '=HYPERLINK("https://evil.example")', url: '' },
  ]);
  expect(list.type).toBe('text/csv;charset=utf-8');
  const lines = [
    'reason,title,url',
    '"Not a web address","Say ""hi"", twice\nor more","javascript:alert(1)"',
    `"No address","'=HYPERLINK(""https://evil.example"")",""`,
    '',
  ];
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await list.arrayBuffer())).toBe(
    `\uFEFF${lines.join('\r\n')}`,
  );
});
