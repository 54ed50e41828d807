import { describe, expect, it } from 'vitest';

import { environmentOf } from './environment.ts';

describe('environmentOf', () => {
  it('tells production and the deployed development site by their hosts', () => {
    expect(environmentOf('foldmark.web.app').name).toBe('production');
    expect(environmentOf('foldmark-dev.web.app').name).toBe('development');
  });

  it.each(['localhost', '127.0.0.1', '', 'foldmark.web.app.example.com', 'constructor'])(
    'takes any other host for local development: %j',
    (host) => {
      expect(environmentOf(host).name).toBe('local');
    },
  );

  it('keeps the projects and buckets of the environments apart', () => {
    const hosts = ['foldmark.web.app', 'foldmark-dev.web.app', 'localhost'].map(environmentOf);
    expect(new Set(hosts.map(({ firebase }) => firebase.projectId)).size).toBe(3);
    expect(new Set(hosts.map(({ uploads }) => uploads.bucket)).size).toBe(3);
  });

  it('never lets the local environment name a real project', () => {
    expect(environmentOf('localhost').firebase.projectId).toMatch(/^demo-/);
  });

  it('uploads below prod/ in production only', () => {
    expect(environmentOf('foldmark.web.app').uploads.prefix).toBe('prod/uploads/');
    expect(environmentOf('foldmark-dev.web.app').uploads.prefix).toBe('dev/uploads/');
    expect(environmentOf('localhost').uploads.prefix).toBe('dev/uploads/');
  });
});
