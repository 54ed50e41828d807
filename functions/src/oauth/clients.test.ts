import { OWN_CLIENTS } from '@foldmark/contract/own-clients';
import { expect, test } from 'vitest';

import { oauthClients } from '#functions/oauth/clients.ts';
import { isRedirect } from '#functions/oauth/redirects.ts';

const documents = { isDocument: () => false, find: async () => null };
const clients = oauthClients({ secret: 's', documents });
const REGISTRATION = {
  name: 'Größter Client',
  redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/'],
};

test('a registered app is found by its id alone, on any instance', async () => {
  const made = await clients.register(REGISTRATION);
  expect(made.client_id).toMatch(/^fmc_[\w-]+\.[\w-]{22}$/);
  const other = oauthClients({ secret: 's', documents });
  expect(await other.find(made.client_id)).toEqual({
    ...REGISTRATION,
    host: '',
    client_id: made.client_id,
  });
  expect(await other.register(REGISTRATION)).toEqual(made);
});

test('an id with another content, another secret or another form finds no app', async () => {
  const { client_id } = await clients.register(REGISTRATION);
  const [content = '', signature = ''] = client_id.split('.');
  const other = await clients.register({ ...REGISTRATION, redirect_uris: ['https://evil.example/'] });
  const [otherContent = ''] = other.client_id.split('.');
  const stranger = await oauthClients({ secret: 'other', documents }).register(REGISTRATION);
  const wrong = [
    `${otherContent}.${signature}`,
    stranger.client_id,
    content,
    `${content}.`,
    `${client_id}.x`,
    client_id.slice(1),
    client_id.slice(0, -1),
    `${client_id}=`,
    'fmc_',
    'fmc_.',
    '',
    'an-id',
  ];
  const found = await Promise.all(wrong.map(async (id) => clients.find(id)));
  expect(found.filter((client) => client !== null)).toEqual([]);
});

test('an address that is not allowed any more is dropped', async () => {
  const made = await clients.register({
    name: '',
    redirect_uris: ['javascript:alert(1)', 'https://a.example/'],
  });
  expect(await clients.find(made.client_id)).toMatchObject({ redirect_uris: ['https://a.example/'] });
});

test('our own apps need no registration, and no document has their ids', async () => {
  const refused = { isDocument: () => true, find: async () => null };
  for (const own of OWN_CLIENTS) {
    const found = await oauthClients({ secret: 's', documents: refused }).find(own.client_id);
    expect(found).toMatchObject({ name: own.name, host: own.name, redirect_uris: own.redirect_uris });
    expect(own.redirect_uris.filter(isRedirect)).toEqual(own.redirect_uris);
  }
});

test('a url is looked up as a document', async () => {
  const found = {
    client_id: 'https://app.example/client.json',
    name: '',
    host: 'app.example',
    redirect_uris: [],
  };
  const withDocuments = oauthClients({
    secret: 's',
    documents: { isDocument: (id) => id.startsWith('https:'), find: async () => found },
  });
  expect(await withDocuments.find(found.client_id)).toBe(found);
});
