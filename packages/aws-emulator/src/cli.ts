#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Keeps the compiled code of what is imported after this line, which halves a start. Node 20 has no such cache.
nodeModule.enableCompileCache?.();
const { runCommand } = await import('#aws/command/run-command.ts');
const { awsCommand } = await import('#aws/command/aws-command.ts');

process.exitCode = await runCommand(awsCommand, process.argv.slice(2));
