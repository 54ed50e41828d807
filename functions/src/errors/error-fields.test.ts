import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { errorFields } from '#functions/errors/error-fields.ts';

const run = promisify(execFile);

test('the log entry has the stack of the error in the field that Error Reporting reads first', async () => {
  const entry = await logged(`
    function readsFolder() { throw new Error('a broken folder', { cause: new TypeError('what it came from') }); }
    try { readsFolder(); } catch (thrown) { error('unexpected error', { request_id: 'r1', ...errorFields(thrown) }); }
  `);

  expect(entry).toMatchObject({ severity: 'ERROR', request_id: 'r1' });
  expect(entry['stack_trace']).toMatch(/^Error: a broken folder\n {4}at readsFolder /);
  expect(entry['causes']).toEqual([
    expect.stringMatching(/^TypeError: what it came from\n {4}at readsFolder /),
  ]);
  // With this field, Error Reporting would ignore `message`.
  expect(entry).not.toHaveProperty('exception');
});

test('errors from two places in the code have different stack frames to group by', async () => {
  expect(framesOf(oneError())).not.toBe(framesOf(otherError()));
});

test('a thrown text gets a stack too', () => {
  expect(errorFields('a text')).toEqual({
    stack_trace: expect.stringMatching(/^Error: Not an Error was thrown: a text\n {4}at /),
    causes: [],
  });
});

function framesOf(thrown: Error): string {
  return errorFields(thrown).stack_trace.replace(/^.*\n/, '');
}

function oneError(): Error {
  return new Error('one');
}

function otherError(): Error {
  return new Error('one');
}

/** Runs the script and returns the line that the real logger writes for Cloud Logging. */
async function logged(script: string): Promise<Record<string, unknown>> {
  const imports = `
    import { error } from 'firebase-functions/logger';
    import { errorFields } from '#functions/errors/error-fields.ts';
  `;
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', imports + script], {
    cwd: join(import.meta.dirname, '../..'),
  });
  return JSON.parse(stderr.split('\n').find((text) => text.startsWith('{')) ?? '');
}
