import { expect, test } from 'vitest';

import { withoutProxy } from '#tools/suite/proxy.ts';

test('only the proxy variables are removed from the environment', () => {
  const dead = 'http://127.0.0.1:9';
  const environment = {
    HTTP_PROXY: dead,
    https_proxy: dead,
    ALL_PROXY: dead,
    npm_config_https_proxy: dead,
    NODE_USE_ENV_PROXY: '1',
    no_proxy: 'intranet.example',
    HOME: '/home/ada',
  };

  expect(withoutProxy(environment)).toEqual({ HOME: '/home/ada', NO_PROXY: '*', no_proxy: '*' });
});
