import type { Account } from '#aws/account/account.ts';
import type { AwsRequest } from '#aws/http/message.ts';
import { evaluate, type Question } from '#aws/policy/evaluate.ts';
import type { Principal } from '#aws/policy/policy.ts';
import type { Facts } from '#aws/policy/variables.ts';
import { S3Error } from '#aws/errors/s3-error.ts';
import { ALGORITHM } from '#aws/signature/read-signature.ts';
import type { Caller } from '#aws/signature/authenticate.ts';
import { contentHashOf } from '#aws/signature/recompute.ts';
import type { StoredObject } from '#aws/store/object-store.ts';

/** Request headers that conditions read as `s3:<header>`. */
const ASKED_HEADERS = [
  'if-match',
  'if-none-match',
  'x-amz-acl',
  'x-amz-copy-source',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-storage-class',
];

/** Parameters of a list that conditions read as `s3:<parameter>`. */
const ASKED_PARAMETERS = ['delimiter', 'max-keys', 'prefix'];

/**
 * Within an account, a request is allowed if the role's policies or the bucket policy allow it, and neither denies it. For
 * unauthenticated requests only the bucket policy counts.
 */
export function isAllowed(
  account: Account,
  caller: Caller | null,
  question: Pick<Question, 'action' | 'resource' | 'facts'>,
): boolean {
  const role = caller === null ? undefined : account.roles.get(caller.session.role);
  const principals: Principal[] = caller === null ? [] : [{ kind: 'AWS', id: caller.session.role }];
  const verdicts = [evaluate([account.bucket.policy], { ...question, principals })];
  if (role !== undefined) verdicts.push(evaluate(role.policies, { ...question, principals }));
  return verdicts.includes('allowed') && !verdicts.includes('denied');
}

export function requireAllowed(
  account: Account,
  caller: Caller | null,
  question: Pick<Question, 'action' | 'resource' | 'facts'>,
): void {
  if (isAllowed(account, caller, question)) return;
  if (caller === null) throw new S3Error('AccessDenied');
  const { role, name } = caller.session;
  const session = `${role.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${name}`;
  throw new S3Error('AccessDenied', {
    message: `User: ${session} is not authorized to perform: ${question.action} on resource: "${question.resource ?? ''}" because no identity-based policy allows the ${question.action} action`,
  });
}

/** The values of S3's condition keys for a request and its object. */
export function factsOf(request: AwsRequest, caller: Caller | null, object: StoredObject | null): Facts {
  const facts = new Map<string, readonly string[]>([
    ['aws:securetransport', ['false']],
    ['s3:objectcreationoperation', [String(request.method === 'PUT' && !request.query.has('uploadId'))]],
    ['s3:x-amz-content-sha256', [contentHashOf(request)]],
  ]);
  if (caller !== null) {
    facts.set('aws:principalarn', [caller.session.role]);
    for (const [name, value] of Object.entries(caller.session.tags))
      facts.set(`aws:principaltag/${name.toLowerCase()}`, [value]);
    facts.set('s3:signatureversion', [ALGORITHM]);
    facts.set('s3:authtype', [caller.signature.form === 'header' ? 'REST-HEADER' : 'REST-QUERY-STRING']);
  }
  for (const name of ASKED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) facts.set(`s3:${name}`, [value]);
  }
  for (const name of ASKED_PARAMETERS) {
    const value = request.query.get(name);
    if (value !== null) facts.set(`s3:${name}`, [value]);
  }
  for (const [name, value] of Object.entries(object?.tags ?? {}))
    facts.set(`s3:existingobjecttag/${name.toLowerCase()}`, [value]);
  return facts;
}
