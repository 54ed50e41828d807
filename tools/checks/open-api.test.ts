import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ENDPOINTS } from '@foldmark/contract/endpoint-table';
import type { Endpoint } from '@foldmark/contract/endpoint';
import { expect, test } from 'vitest';

interface Described {
  readonly paths: Readonly<Record<string, { readonly post: { readonly security: readonly object[] } }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const text = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
const { paths, components }: Described = JSON.parse(text);

test('docs/openapi.json has every call, with the scope that a token needs', () => {
  const all: [string, Endpoint][] = Object.entries(ENDPOINTS);
  expect(Object.entries(paths).map(([path, { post }]) => [path, post.security])).toEqual(
    all.map(([path, { scope }]) => {
      const session = scope === 'open' ? [] : [{ session: [] }];
      const isForTokens = scope !== 'open' && scope !== 'never';
      return [path.slice(0, -1), isForTokens ? [...session, { token: [scope] }] : session];
    }),
  );
});

test('each reference of docs/openapi.json leads to a component', () => {
  const references = new Set(
    [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/g)].map(([, ...at]) => at),
  );
  expect(text.match(/"\$ref"/g)).toHaveLength(references.size);
  for (const [kind = '', name = ''] of references) expect(components[kind]).toHaveProperty(name);
});
