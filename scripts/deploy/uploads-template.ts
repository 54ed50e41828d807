import { parseDocument } from 'yaml';
import * as z from 'zod';

/** What deploy/environments.json takes over from the stack: the names of its outputs. */
const OUTPUTS = ['BucketName', 'IdentityPoolId', 'FaviconRoleArn'];

const templateSchema = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string() })),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })),
});

/** Throws for a template that is none, or that lacks a value a deployment needs. */
export function checkTemplate(text: string): string {
  // CloudFormation's own tags, such as !Sub, are only warnings to a reader that does not know them.
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.errors.length > 0) throw new Error(document.errors.map(({ message }) => message).join('\n'));
  const { Resources, Outputs } = templateSchema.parse(document.toJS());
  const missing = OUTPUTS.filter((name) => !Object.hasOwn(Outputs, name));
  if (missing.length > 0) throw new Error(`The outputs lack ${missing.join(', ')}.`);
  return `${Object.keys(Resources).length} resources, with the outputs that environments.json names`;
}
