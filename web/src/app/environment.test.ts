import { describe, expect, it } from 'vitest';

import deployed from '../../../deploy/environments.json' with { type: 'json' };
import { environmentOf, localUploads } from './environment.ts';

const [production = ''] = deployed.prod.hosts;
const [development = ''] = deployed.dev.hosts;

describe('environmentOf', () => {
  it('tells production and the deployed development site by their hosts', () => {
    for (const host of deployed.prod.hosts) expect(environmentOf(host).name).toBe('production');
    for (const host of deployed.dev.hosts) expect(environmentOf(host).name).toBe('development');
  });

  it.each(['localhost', '127.0.0.1', '', `${production}.example.com`, 'constructor'])(
    'takes any other host for local development: %j',
    (host) => {
      expect(environmentOf(host).name).toBe('local');
    },
  );

  it('signs in at the host that is open', () => {
    for (const host of deployed.prod.hosts) expect(environmentOf(host).firebase.authDomain).toBe(host);
  });

  it('keeps the projects and buckets of the environments apart', () => {
    const hosts = [production, development, 'localhost'].map(environmentOf);
    expect(new Set(hosts.map(({ firebase }) => firebase.projectId)).size).toBe(3);
    expect(new Set(hosts.map(({ uploads }) => uploads.bucket)).size).toBe(3);
  });

  it('never lets the local environment name a real project', () => {
    expect(environmentOf('localhost').firebase.projectId).toMatch(/^demo-/);
  });

  it('uploads below prod/ in production only', () => {
    expect(environmentOf(production).uploads.prefix).toBe('prod/uploads/');
    expect(environmentOf(development).uploads.prefix).toBe('dev/uploads/');
    expect(environmentOf('localhost').uploads.prefix).toBe('dev/uploads/');
  });

  it('uploads to this machine only in the local environment', () => {
    const { uploads } = environmentOf('localhost');
    expect(JSON.stringify(uploads)).not.toMatch(/https:|amazonaws/);
    expect(uploads.baseUrl).toBe('http://127.0.0.1:9566/foldmark-local/dev/uploads');
    expect(localUploads('http://127.0.0.1:40003').baseUrl).toBe(
      'http://127.0.0.1:40003/foldmark-local/dev/uploads',
    );
    expect(environmentOf(production).uploads.endpoint).toBeNull();
  });
});
