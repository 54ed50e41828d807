#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// What is imported before this line runs is not kept compiled.
enableCompileCache();
const { runCommand } = await import('#aws/command/run-command.ts');

process.exitCode = await runCommand(process.argv.slice(2));
