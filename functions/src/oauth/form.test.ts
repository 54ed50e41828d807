import { expect, test } from 'vitest';

import { Form } from '#functions/oauth/form.ts';

test('only a resource can be there twice', () => {
  expect(() => new Form('a=1&b=1&a=1').requireSingle()).toThrow('A parameter is repeated.');
  expect(() => new Form('a=1&resource=b&resource=c').requireSingle()).not.toThrow();
});

test('a parameter that is empty or there twice is missing', () => {
  const form = new Form('a=&b=1&b=2&c=3&resource=&resource=d');
  expect(['a', 'b', 'c', 'd'].map((name) => form.get(name))).toEqual([null, null, '3', null]);
  expect(form.all('resource')).toEqual(['d']);
});
