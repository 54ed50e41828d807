#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Caches the compiled code of the imports below, which halves the start time. Node 20 does not have this cache.
nodeModule.enableCompileCache?.();
const { runCommand } = await import('#aws/command/run-command.ts');
const { awsCommand } = await import('#aws/command/aws-command.ts');

process.exitCode = await runCommand(awsCommand, process.argv.slice(2));
