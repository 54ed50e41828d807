#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// What is imported before this line runs is not kept compiled.
enableCompileCache();
const { runCommand } = await import('#emulators/command.ts');
const { awsCommand } = await import('#aws/command/aws-command.ts');

process.exitCode = await runCommand(awsCommand, process.argv.slice(2));
