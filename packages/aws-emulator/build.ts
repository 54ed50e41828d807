import { buildPackage } from '../build-package.ts';

await buildPackage({
  root: import.meta.dirname,
  input: { cli: 'src/cli.ts', index: 'src/index.ts', 'lambda-worker': 'src/guard/lambda-worker.ts' },
  // The template's function requires it at run time, as in Lambda.
  external: ['@aws-sdk/client-s3'],
});
