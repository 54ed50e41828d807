import type { AwsAnswer } from '#aws/http/message.ts';
import { readText } from '#aws/http/read-text.ts';
import type { S3Call } from '#aws/s3/call.ts';
import { S3Error } from '#aws/errors/s3-error.ts';
import { element, texts, unescaped } from '#aws/http/xml.ts';

const BODY_LIMIT = 16 * 1024;
const MAX_TAGS = 10;
const TAGGING =
  /^\s*(?:<\?xml[^>]*\?>\s*)?<Tagging(?:\s[^>]*)?>\s*<TagSet>(?<tags>[^]*)<\/TagSet>\s*<\/Tagging>\s*$/u;
const TAG =
  /\s*<Tag>\s*<Key>(?<name>[^<]{1,512})<\/Key>\s*<Value>(?<value>[^<]{0,1024})<\/Value>\s*<\/Tag>\s*/gu;

export async function putObjectTagging({ request, key, store }: S3Call): Promise<AwsAnswer> {
  const tags = tagsOf((await readText(request, BODY_LIMIT)) ?? '');
  if (!(await store.tag(key, tags))) throw new S3Error('NoSuchKey', { fields: { Key: key } });
  return { status: 200, headers: { 'Content-Length': '0' } };
}

export async function getObjectTagging({ key, store }: S3Call): Promise<AwsAnswer> {
  const object = store.find(key);
  if (object === null) throw new S3Error('NoSuchKey', { fields: { Key: key } });
  const tags = Object.entries(object.tags).map(([Key, Value]) => element('Tag', texts({ Key, Value })));
  const body = element(
    'Tagging',
    element('TagSet', tags.join('')),
    ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"',
  );
  return {
    status: 200,
    headers: { 'Content-Type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  };
}

function tagsOf(xml: string): Record<string, string> {
  const content = TAGGING.exec(xml)?.groups?.['tags'];
  if (content === undefined || content.replaceAll(TAG, '').trim() !== '') throw new S3Error('MalformedXML');
  const tags = Array.from(content.matchAll(TAG), ({ groups }) => [
    unescaped(groups?.['name'] ?? ''),
    unescaped(groups?.['value'] ?? ''),
  ]);
  if (tags.length > MAX_TAGS)
    throw new S3Error('InvalidRequest', { message: `Object tags cannot be greater than ${MAX_TAGS}` });
  return Object.fromEntries(tags);
}
