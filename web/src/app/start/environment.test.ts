import { describe, expect, it } from 'vitest';

import deployed from '../../../../deploy/environments.json' with { type: 'json' };
import { environmentOf, localUploads } from './environment.ts';

const [production = ''] = deployed.prod.hosts;
const [development = ''] = deployed.dev.hosts;

describe('environmentOf', () => {
  it('recognizes production and the deployed development site by their hosts', () => {
    for (const host of deployed.prod.hosts) expect(environmentOf(host).name).toBe('production');
    for (const host of deployed.dev.hosts) expect(environmentOf(host).name).toBe('development');
  });

  it.each(['localhost', 'foldmark.localhost', '127.0.0.1', '127.8.8.8', '[::1]'])(
    'a loopback host is local: %j',
    (host) => {
      expect(environmentOf(host).name).toBe('local');
    },
  );

  it.each([
    `${production}.example.com`,
    `localhost.${production}`,
    'localhost.example.com',
    'notlocalhost',
    '127.0.0.1.example.com',
    '192.168.1.7',
    'constructor',
    '',
  ])("any other host is development, which calls no service on the visitor's machine: %j", (host) => {
    const { name, firebase, uploads } = environmentOf(host);
    expect(name).toBe('development');
    expect(firebase.projectId).toBe(deployed.dev.projectId);
    expect(JSON.stringify(uploads)).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  it('a preview belongs to the environment of its site, whose functions it calls', () => {
    const [prod = '', dev = ''] = [deployed.prod, deployed.dev].map(({ hosts }) =>
      hosts.find((host) => host.endsWith('.web.app')),
    );
    expect(environmentOf(previewOf(prod)).name).toBe('production');
    expect(environmentOf(previewOf(dev)).name).toBe('development');
    expect(environmentOf('another-site--pr-1-a1b2c3d4.web.app').name).toBe('development');
    expect(environmentOf(previewOf(dev)).firebase.authDomain).toBe(previewOf(dev));
  });

  it('signs in at the current host', () => {
    for (const host of deployed.prod.hosts) expect(environmentOf(host).firebase.authDomain).toBe(host);
  });

  it('gives each environment its own project and bucket', () => {
    const hosts = [production, development, 'localhost'].map(environmentOf);
    expect(new Set(hosts.map(({ firebase }) => firebase.projectId)).size).toBe(3);
    expect(new Set(hosts.map(({ uploads }) => uploads.bucket)).size).toBe(3);
  });

  it('uses a demo- project in the local environment', () => {
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

function previewOf(host: string): string {
  return host.replace('.web.app', '--pr-12-a1b2c3d4.web.app');
}
