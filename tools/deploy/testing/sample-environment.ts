import type { Environment } from '../environments.ts';

/** A valid environment without placeholders. */
export const DEV: Environment = {
  projectId: 'marks-dev',
  apiKey: `AIza${'x'.repeat(35)}`,
  hosts: ['marks-dev.web.app'],
  appCheck: { siteKey: '', appId: '' },
  extension: { chrome: '', firefox: '' },
  uploads: {
    bucket: 'marks-dev-uploads',
    identityPoolId: 'us-east-1:01234567-89ab-cdef-0123-456789abcdef',
    roleArn: 'arn:aws:iam::123456789012:role/marks-dev-functions',
  },
};
