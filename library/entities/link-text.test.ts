import { placeholderName } from './link-url.ts';
import { describe, expect, test } from 'vitest';

import { clickableUrl, shownDomain, shownName } from './link-text.ts';

describe('clickableUrl', () => {
  test.each(['http://a.example', 'HTTPS://a.example', 'mailto:ada@example.com', 'ftp://a.example/x'])(
    'opens %s',
    (url) => {
      expect(clickableUrl(url)).toBe(url);
    },
  );

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'httpsx:a',
    'file:///etc',
    'x',
  ])('does not make %s a link', (url) => {
    expect(clickableUrl(url)).toBeNull();
  });
});

describe('a name that is still only the url', () => {
  test('is shown without scheme and last slash', () => {
    expect(shownName('https://www.example.com/', 'https://www.example.com/')).toBe('example.com');
    expect(shownName('http://example.com/a/', 'http://example.com/a/')).toBe('example.com/a/');
    expect(shownName('https://', 'https://')).toBe('https://');
  });

  test('is shown without the domain beside it', () => {
    expect(shownDomain('https://a.example', 'https://a.example', 'a.example')).toBe('');
    const long = `https://a.example/${'x'.repeat(2000)}`;
    expect(shownDomain(placeholderName(long), long, 'a.example')).toBe('');
    expect(shownDomain('News', 'https://www.a.example', 'www.a.example')).toBe('a.example');
  });
});

test('a name that is not the url is shown unchanged', () => {
  expect(shownName('https://other.example', 'https://a.example')).toBe('https://other.example');
});
