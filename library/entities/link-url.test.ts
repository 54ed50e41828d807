import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { completeUrl, domainOf, placeholderName, withoutTextFragment } from './link-url.ts';

describe('completeUrl', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['localhost', 'http://localhost'],
    ['localhost:3000', 'http://localhost:3000'],
    ['app.localhost:3000/x', 'http://app.localhost:3000/x'],
    ['localhost.example', 'https://localhost.example'],
    ['192.168.1.1:8080/x', 'http://192.168.1.1:8080/x'],
    ['10.0.0.1?x', 'http://10.0.0.1?x'],
    ['1.2.3.4.example', 'https://1.2.3.4.example'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['//localhost/a', 'http://localhost/a'],
    ['//example.com/a', 'https://example.com/a'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://example.com', 'HTTPS://example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['tel:112', 'tel:112'],
    ['two words', 'https://two words'],
  ])('completes %s to %s', (typed, complete) => {
    expect(completeUrl(typed)).toBe(complete);
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain()), (typed) => {
        const once = completeUrl(typed);
        expect(completeUrl(once)).toBe(once);
      }),
    );
  });
});

describe('domainOf', () => {
  test('returns the host, or empty text if there is none', () => {
    expect(domainOf('https://www.Example.com:8080/a?b')).toBe('www.example.com');
    expect(domainOf('mailto:a@example.com')).toBe('');
    expect(domainOf('https://two words')).toBe('');
  });
});

describe('placeholderName', () => {
  test('does not split a surrogate pair', () => {
    expect(placeholderName(`${'x'.repeat(999)}😀`).isWellFormed()).toBe(true);
  });
});

test.each([
  ['https://a.example/x#:~:text=soup', 'https://a.example/x'],
  ['https://a.example/x#part:~:text=soup,-day&text=b', 'https://a.example/x#part'],
  ['https://a.example/x#part', 'https://a.example/x#part'],
  ['https://a.example/x:~:y', 'https://a.example/x:~:y'],
  ['https://a.example/x:~:y#z', 'https://a.example/x:~:y#z'],
])('%s without its text fragment is %s', (url, without) => {
  expect(withoutTextFragment(url)).toBe(without);
});
