import type { AwsAnswer, AwsRequest, Handler } from '#aws/http/message.ts';
import { readText } from '#aws/http/read-text.ts';
import { assumeRoleWithWebIdentity, type StsContext } from '#aws/sts/assume-role-with-web-identity.ts';
import { StsError } from '#aws/sts/sts-error.ts';
import { element, texts } from '#aws/http/xml.ts';

const NAMESPACE = ' xmlns="https://sts.amazonaws.com/doc/2011-06-15/"';
const BODY_LIMIT = 64 * 1024;

/** AWS's query protocol: requests are forms, responses are XML. */
export function sts(context: StsContext): Handler {
  return async (request) => {
    try {
      const input = new URLSearchParams((await readText(request, BODY_LIMIT)) ?? '');
      const action = input.get('Action') ?? '';
      if (action !== 'AssumeRoleWithWebIdentity')
        throw new StsError('InvalidAction', `Could not find operation ${action} for version 2011-06-15`);
      const result = element(`${action}Result`, assumeRoleWithWebIdentity(input, context));
      const metadata = element('ResponseMetadata', texts({ RequestId: request.id }));
      return answer(request, 200, element(`${action}Response`, result + metadata, NAMESPACE));
    } catch (error) {
      if (!(error instanceof StsError)) throw error;
      const details = element('Error', texts({ Type: 'Sender', Code: error.code, Message: error.message }));
      const document = element('ErrorResponse', details + texts({ RequestId: request.id }), NAMESPACE);
      return answer(request, error.status, document);
    }
  };
}

function answer({ id }: AwsRequest, status: number, body: string): AwsAnswer {
  return { status, headers: { 'Content-Type': 'text/xml', 'x-amzn-RequestId': id }, body };
}
