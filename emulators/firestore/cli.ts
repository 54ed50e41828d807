#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Most of a start is the stripping and compiling of our files and gRPC's: keeping the outcome halves it. What is
// imported before this line runs is not kept.
enableCompileCache();
const { runCommand } = await import('#emulators/command.ts');
const { firestoreCommand } = await import('#firestore/command/firestore-command.ts');

process.exitCode = await runCommand(firestoreCommand, process.argv.slice(2));
