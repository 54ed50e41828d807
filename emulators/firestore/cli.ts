#!/usr/bin/env node
import { runCommand } from '#firestore/command/run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2));
