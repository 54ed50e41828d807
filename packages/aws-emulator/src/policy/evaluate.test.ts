import { describe, expect, test } from 'vitest';

import { evaluate, type Question } from '#aws/policy/evaluate.ts';
import { parsePolicy } from '#aws/policy/parse-policy.ts';

const ARN = 'arn:aws:s3:::images/dev/a.png';

function judge(
  statements: object | object[],
  question: Partial<Omit<Question, 'facts'>> & { facts?: Record<string, string[]> } = {},
): string {
  const { facts = {}, ...others } = question;
  const policy = parsePolicy({ Version: '2012-10-17', Statement: statements });
  return evaluate([policy], {
    action: 's3:PutObject',
    resource: ARN,
    principals: [{ kind: 'AWS', id: 'arn:aws:iam::1:role/r' }],
    ...others,
    facts: new Map(Object.entries(facts)),
  });
}

const ALLOW = { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::images/*' };

describe('a statement', () => {
  test.each<[what: string, statement: object, verdict: string]>([
    ['of the action and the resource', ALLOW, 'allowed'],
    ['of any action of the service, in any case', { ...ALLOW, Action: 'S3:put*' }, 'allowed'],
    ['of one of several', { ...ALLOW, Action: ['s3:GetObject', 's3:PutObject'] }, 'allowed'],
    ['of another action', { ...ALLOW, Action: 's3:GetObject' }, 'not mentioned'],
    ['of another resource', { ...ALLOW, Resource: 'arn:aws:s3:::images/prod/*' }, 'not mentioned'],
    ['of a resource in another case', { ...ALLOW, Resource: 'arn:aws:s3:::images/DEV/*' }, 'not mentioned'],
    ['of all actions but another', { Effect: 'Allow', NotAction: 's3:GetObject', Resource: '*' }, 'allowed'],
    ['of all actions but this', { Effect: 'Allow', NotAction: 's3:Put*', Resource: '*' }, 'not mentioned'],
    ['of all resources but this', { Effect: 'Allow', Action: '*', NotResource: ARN }, 'not mentioned'],
    ['for everyone', { ...ALLOW, Principal: '*' }, 'allowed'],
    ['for everyone with an account', { ...ALLOW, Principal: { AWS: '*' } }, 'allowed'],
    ['for this role', { ...ALLOW, Principal: { AWS: 'arn:aws:iam::1:role/r' } }, 'allowed'],
    ['for another', { ...ALLOW, Principal: { AWS: 'arn:aws:iam::1:role/q', Service: 'x' } }, 'not mentioned'],
  ])('%s', (_, statement, verdict) => {
    expect(judge(statement)).toBe(verdict);
  });

  test('that denies overrides all that allow', () => {
    expect(judge([ALLOW, { ...ALLOW, Effect: 'Deny' }])).toBe('denied');
    expect(judge([{ ...ALLOW, Effect: 'Deny', Action: 's3:GetObject' }, ALLOW])).toBe('allowed');
  });

  test('may contain variables of the request', () => {
    const own = { ...ALLOW, Resource: 'arn:aws:s3:::images/${aws:userid}/*' };
    expect(judge(own, { facts: { 'aws:userid': ['dev'] } })).toBe('allowed');
    expect(judge(own, { facts: { 'aws:userid': ['other'] } })).toBe('not mentioned');
    expect(judge(own)).toBe('not mentioned');
    expect(judge({ ...ALLOW, Resource: 'arn:aws:s3:::images/dev/${*}' })).toBe('allowed');
  });
});

describe('a condition', () => {
  const KEY = 's3:x';
  test.each<[condition: object, values: string[] | null, holds: boolean]>([
    [{ StringEquals: { [KEY]: 'a' } }, ['a'], true],
    [{ StringEquals: { [KEY]: ['b', 'a'] } }, ['a'], true],
    [{ StringEquals: { [KEY]: 'a' } }, ['A'], false],
    [{ StringEquals: { [KEY]: 'a' } }, null, false],
    [{ StringEqualsIfExists: { [KEY]: 'a' } }, null, true],
    [{ StringEqualsIfExists: { [KEY]: 'a' } }, ['b'], false],
    [{ StringEqualsIgnoreCase: { [KEY]: 'a' } }, ['A'], true],
    [{ StringNotEquals: { [KEY]: ['a', 'b'] } }, ['b'], false],
    [{ StringNotEquals: { [KEY]: ['a', 'b'] } }, ['c'], true],
    [{ StringNotEquals: { [KEY]: 'a' } }, null, true],
    [{ StringLike: { [KEY]: 'a*' } }, ['abc'], true],
    [{ StringNotLike: { [KEY]: 'a*' } }, ['abc'], false],
    [{ NumericLessThanEquals: { [KEY]: '10' } }, ['10'], true],
    [{ NumericLessThanEquals: { [KEY]: '10' } }, ['9'], true],
    [{ NumericLessThanEquals: { [KEY]: '10' } }, ['11'], false],
    [{ NumericGreaterThan: { [KEY]: 10 } }, ['x'], false],
    [{ Bool: { [KEY]: true } }, ['true'], true],
    [{ Bool: { [KEY]: 'false' } }, ['true'], false],
    [{ Null: { [KEY]: 'true' } }, null, true],
    [{ Null: { [KEY]: 'false' } }, null, false],
    [{ Null: { [KEY]: 'false' } }, ['*'], true],
    [{ ArnLike: { [KEY]: 'arn:aws:iam::*:role/r*' } }, ['arn:aws:iam::1:role/r2'], true],
    [{ ArnLike: { [KEY]: 'arn:*' } }, ['arn:aws:iam::1:role/r2'], false],
    [{ 'ForAnyValue:StringLike': { [KEY]: 'a*' } }, ['b', 'ab'], true],
    [{ 'ForAnyValue:StringLike': { [KEY]: 'a*' } }, null, false],
    [{ 'ForAllValues:StringEquals': { [KEY]: ['a', 'b'] } }, ['a', 'b'], true],
    [{ 'ForAllValues:StringEquals': { [KEY]: ['a'] } }, ['a', 'b'], false],
    [{ 'ForAllValues:StringEquals': { [KEY]: ['a'] } }, null, true],
    [{ StringEquals: { [KEY]: 'a' }, Bool: { [KEY]: 'a' } }, ['a'], true],
    [{ StringEquals: { [KEY]: 'a' }, StringLike: { [KEY]: 'b*' } }, ['a'], false],
  ])('%j of %j holds: %s', (Condition, values, holds) => {
    const facts = values === null ? {} : { [KEY]: values };
    expect(judge({ ...ALLOW, Condition }, { facts })).toBe(holds ? 'allowed' : 'not mentioned');
  });
});

describe('an unsupported policy is refused:', () => {
  test.each<[what: string, policy: unknown]>([
    ['another version', { Version: '2008-10-17', Statement: [] }],
    [
      'an unknown operator',
      { Version: '2012-10-17', Statement: { ...ALLOW, Condition: { IpAddress: { a: 'b' } } } },
    ],
    ['an unknown element', { Version: '2012-10-17', Statement: { ...ALLOW, NotPrincipal: '*' } }],
    ['no action', { Version: '2012-10-17', Statement: { Effect: 'Allow', Resource: '*' } }],
    ['both Action and NotAction', { Version: '2012-10-17', Statement: { ...ALLOW, NotAction: 'x' } }],
    ['an invalid effect', { Version: '2012-10-17', Statement: { ...ALLOW, Effect: 'allow' } }],
    [
      'a function instead of text',
      { Version: '2012-10-17', Statement: { ...ALLOW, Resource: { Ref: 'x' } } },
    ],
    ['nothing', null],
  ])('%s', (_, policy) => {
    expect(() => parsePolicy(policy)).toThrow(Error);
  });
});
