import { EXTENSION } from '@foldmark/contract/own-clients';
import { describe, expect, test } from 'vitest';

import { acceptsRedirect, isRedirect, shownClient } from '#functions/oauth/redirects.ts';

function clientOf(...redirect_uris: string[]) {
  return { client_id: 'c', name: 'An app', host: '', redirect_uris };
}

describe('an app may register', () => {
  test.each([
    'https://app.example/callback',
    'https://app.example:8443/callback?from=foldmark',
    'https://app.example',
    'https://abcdefghijklmnop.chromiumapp.org/',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152',
    'http://[::1]:8080/callback',
    'http://localhost:3118/callback',
    'com.example.app:/callback',
    'com.example.app://callback/done',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('%s', (uri) => {
    expect(isRedirect(uri)).toBe(true);
  });
});

describe('no app may register', () => {
  test.each([
    '',
    'callback',
    '/callback',
    '//app.example/callback',
    'http://app.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1:99999/callback',
    'http://127.0.0.2/callback',
    'http://0.0.0.0/callback',
    'javascript:alert(1)',
    'JavaScript://app.example/%0aalert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'blob:https://app.example/1',
    'intent://scan/',
    'mailto:ann@app.example',
    'myapp://callback',
    'cursor://anysphere.cursor-mcp/other',
    'com.example.app:callback',
    'https:app.example/callback',
    'https:///callback',
    'https://',
    'https://app.example/callback#',
    'https://app.example/callback#x',
    'com.example.app:/callback#x',
    'https://user@app.example/callback',
    'https://user:word@app.example/callback',
    'https://@app.example/callback',
    'http://127.0.0.1@evil.example/callback',
    'com.example.app://user@callback',
    'https://*.app.example/callback',
    'https://app.example/*',
    'https://app.example\\@evil.example/',
    'https://app.example/call back',
    'https://app.example/\ncallback',
    ' https://app.example/callback',
    'https://аpp.example/callback',
    `https://app.example/${'x'.repeat(512)}`,
  ])('%j', (uri) => {
    expect(isRedirect(uri)).toBe(false);
  });
});

describe('an app is sent back', () => {
  test.each([
    ['https://app.example/callback', 'https://app.example/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:51004/callback'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:51004/callback'],
    ['http://localhost:8080', 'http://localhost:51004'],
    ['http://[::1]/callback?x=1', 'http://[::1]:51004/callback?x=1'],
    ['com.example.app:/callback', 'com.example.app:/callback'],
  ])('from %s to %s', (own, asked) => {
    expect(acceptsRedirect(clientOf('https://other.example/', own), asked)).toBe(true);
  });

  test.each([
    ['https://app.example/callback', 'https://app.example/callback/'],
    ['https://app.example/callback', 'https://app.example/callback?next=evil'],
    ['https://app.example/callback', 'https://app.example:8443/callback'],
    ['https://app.example/callback', 'https://app.example/a/../callback'],
    ['https://app.example/callback', 'https://APP.example/callback'],
    ['https://app.example/callback', 'https://app.example/callback#x'],
    ['https://app.example/callback', 'http://app.example/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1/other'],
    ['http://127.0.0.1/callback', 'http://localhost/callback'],
    ['http://127.0.0.1/callback', 'https://127.0.0.1/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:80@evil.example/callback'],
    ['http://localhost', 'http://localhost.evil.example'],
    ['com.example.app:/callback', 'com.example.app:/callback/'],
  ])('from %s never to %s', (own, asked) => {
    expect(acceptsRedirect(clientOf(own), asked)).toBe(false);
  });

  test('to no address that the rules refuse now, even if it is one of its own', () => {
    expect(acceptsRedirect(clientOf('javascript:alert(1)'), 'javascript:alert(1)')).toBe(false);
  });
});

describe('the consent page shows', () => {
  const web = clientOf('https://app.example:8443/callback');

  test('the host of the redirect for a registered app, and its own host for an app with a document', () => {
    expect(shownClient(web, 'https://app.example:8443/callback')).toEqual({
      name: 'An app',
      host: 'app.example:8443',
      sent_to: 'app.example:8443',
      is_on_device: false,
    });
    const other = { ...web, host: 'documents.example' };
    expect(shownClient(other, 'https://app.example:8443/callback')).toMatchObject({
      host: 'documents.example',
      sent_to: 'app.example:8443',
    });
  });

  test.each([
    ['http://127.0.0.1:51004/callback', '127.0.0.1'],
    ['com.example.app:/callback', 'com.example.app'],
  ])('that the app of %s is on the device', (uri, sent_to) => {
    expect(shownClient(web, uri)).toMatchObject({ host: sent_to, sent_to, is_on_device: true });
  });

  test('no host with a device code, because anyone can ask for one with the id of any app', () => {
    const documented = { ...web, name: '', host: 'documents.example' };
    expect(shownClient(documented, null)).toMatchObject({ name: 'An app without a name', host: '' });
  });

  test('our own app by its name, but not with a device code', () => {
    const [uri = ''] = EXTENSION.redirect_uris;
    expect(shownClient({ ...EXTENSION, host: EXTENSION.name }, uri)).toEqual({
      name: 'Foldmark extension',
      host: 'Foldmark extension',
      sent_to: new URL(uri).host,
      is_on_device: false,
    });
    expect(JSON.stringify(shownClient({ ...EXTENSION, host: EXTENSION.name }, null))).not.toMatch(
      /foldmark/i,
    );
  });

  test('the host instead of a missing name', () => {
    expect(shownClient({ ...web, name: '' }, 'https://app.example:8443/callback')).toMatchObject({
      name: 'app.example:8443',
    });
    expect(shownClient({ ...web, name: '' }, null)).toEqual({
      name: 'An app without a name',
      host: '',
      sent_to: '',
      is_on_device: true,
    });
  });
});
