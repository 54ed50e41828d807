import type { Grant } from '@foldmark/contract/grants';
import { expect, test } from 'vitest';

import { aboutText, appsNotice, factsOf, titleOf } from './app-texts.ts';

const NOW = new Date('2026-11-27T12:00:00Z');

function app(fields: Partial<Grant> = {}): Grant {
  return {
    grant_id: 'the-grant',
    kind: 'token',
    name: 'Shortcut',
    scopes: ['read'],
    device: '',
    created_at: new Date('2026-10-01T12:00:00Z'),
    client_host: '',
    last_used_day: '',
    expires_at: new Date('2026-12-24T12:00:00Z'),
    state: 'active',
    ...fields,
  };
}

test('Settings counts the active apps, and names those that were connected in the last week', () => {
  const fresh = new Date('2026-11-21T12:00:00Z');
  expect(appsNotice([], NOW)).toBe('There are none.');
  expect(appsNotice([app({ state: 'revoked', created_at: fresh })], NOW)).toBe('There are none.');
  expect(appsNotice([app()], NOW)).toBe('1 app.');
  expect(appsNotice([app(), app({ name: 'Backup', created_at: fresh })], NOW)).toBe(
    '2 apps. New this week: Backup',
  );
});

test('an app tells what it may do, since when and where from, when it was used, and when it ends', () => {
  const used = app({ scopes: ['write'], device: 'Firefox on Linux', last_used_day: '2026-11-27' });
  const [scope, since, last, end] = factsOf(used, NOW);
  expect(scope).toBe('Can read and change');
  expect(since).toMatch(/^Connected .*2026.* in Firefox on Linux$/);
  expect(last).toBe('Last used today');
  expect(end).toMatch(/^Expires .*2026/);
  expect(factsOf(app(), NOW)).toContain('Never used');
  expect(factsOf(app({ state: 'revoked' }), NOW)).toContain('Revoked');
  expect(factsOf(app({ last_used_day: '2026-11-26', state: 'expired' }), NOW).join()).toMatch(
    /Last used .*26.*,Expired /,
  );
});

test('an app that was connected is listed as its host, which is certain, or as its own name in quotes', () => {
  const connected = app({ kind: 'app', client_host: 'reader.example.com', created_at: NOW });
  expect(titleOf(connected)).toBe('reader.example.com');
  expect(aboutText(connected)).toBe('calls itself “Shortcut”');
  expect(appsNotice([connected], NOW)).toBe('1 app. New this week: reader.example.com');
  expect(factsOf(connected, NOW).at(-1)).toMatch(/^Ends .*2026 if unused$/);
  const local = app({ kind: 'app', client_host: '127.0.0.1' });
  expect(titleOf(local)).toBe('“Shortcut”');
  expect(aboutText(local)).toBe('on a computer or device');
  expect(aboutText(app())).toBe('');
});
