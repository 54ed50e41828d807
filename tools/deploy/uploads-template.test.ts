import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CelEngine, type Engine } from '@aws/cloudformation-validate';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { templateFaults } from './uploads-template.ts';

const TEMPLATE = join(import.meta.dirname, '../../deploy/aws-uploads.yaml');

let engine: Engine;
let folder: string;
let template: string;

beforeAll(async () => {
  engine = new CelEngine();
  folder = await mkdtemp(join(tmpdir(), 'foldmark-template-'));
  template = await readFile(TEMPLATE, 'utf8');
  // The engine unpacks the definitions of all AWS resources.
}, 120_000);
afterAll(async () => {
  engine.free();
  await rm(folder, { recursive: true });
});

test('accepts the template that we deploy', () => {
  expect(templateFaults(TEMPLATE, engine)).toEqual([]);
});

test.each([
  ['an unknown type', 'AWS::Logs::LogGroup', 'AWS::Logs::LogGroups', 'F3006'],
  ['an unknown property', 'MemorySize: 256', 'MemorySizes: 256', 'F3002'],
  ['an unknown nested property', 'SSEAlgorithm: AES256', 'SSEAlgo: AES256', 'F3002'],
  ['a missing property', /^ *AllowUnauthenticatedIdentities: .*\n/m, '', 'F3003'],
  ['text for a number', 'MemorySize: 256', 'MemorySize: much', 'F3012'],
  ['a mapping for a list', 'AllowedMethods: [GET, HEAD, PUT]', 'AllowedMethods: { a: GET }', 'F3012'],
  ['an unknown value', '[GET, HEAD, PUT]', '[GET, HEAD, PATCH]', 'W3030'],
  ['a runtime that AWS has retired', 'nodejs24.x', 'nodejs14.x', 'E2531'],
  ['a reference to a missing resource', 'Bucket: !Ref Bucket', 'Bucket: !Ref Pail', 'F1020'],
  ['a text with a reference to a missing parameter', "!Sub '${BucketName}'", "!Sub '${PailName}'", 'F1018'],
  ['an unknown attribute', '!GetAtt GuardRole.Arn', '!GetAtt GuardRole.Arm', 'E9004'],
  ['a dependency on a missing resource', 'DependsOn: GuardPermission', 'DependsOn: Missing', 'E3005'],
  ['a circular reference', 'RetentionInDays: 30', 'LogGroupName: !Ref Guard', 'F3004'],
  ['an unused parameter', '  MaxBytes:\n', '  Idle: { Type: String }\n  MaxBytes:\n', 'W2001'],
  ['a policy without an action', 'Action: s3:ListBucket', 'Actions: s3:ListBucket', 'E3510'],
  ['a duplicate key', 'MemorySize: 256', 'MemorySize: 256\n      MemorySize: 128', 'F0000'],
  ['invalid YAML', 'Resources:\n', 'Resources\n', 'F1101'],
])('finds %s', async (_what, right, wrong, rule) => {
  const broken = template.replace(right, wrong);
  expect(broken).not.toBe(template);
  const path = join(folder, 'broken.yaml');
  await writeFile(path, broken);

  expect(templateFaults(path, engine)).toContainEqual(expect.stringContaining(`(${rule})`));
});
