import { join } from 'node:path';

import { parseRuleset } from '@foldmark/firestore-emulator/src/rules/ruleset.ts';
import { PROJECT_ROOT } from '#tools/suite/places.ts';
import type { Check } from './check.ts';
import { deployedConfig, policyFaults } from './deployed-config.ts';
import { ENVIRONMENT_NAMES, placeholdersIn } from './environments.ts';
import type { FirebaseJson } from './firebase-json.ts';
import { checkIndexes, configErrors } from './firebase-tools.ts';
import { projectEnvironments, readProjectFile } from './project-files.ts';
import { checkTemplate } from './uploads-template.ts';

/** Checks the files that configure a deployment. They need no build. */
export function configChecks(config: FirebaseJson): readonly Check[] {
  return [
    { name: 'values of the environments', run: checkEnvironments },
    { name: 'firebase.json against its schema', run: checkConfig },
    { name: 'security rules compile', run: async () => checkRules(config) },
    { name: 'indexes and expiry', run: async () => checkIndexesFile(config) },
    { name: 'policies of the environments', run: async () => checkPolicies(config) },
    {
      name: 'template of the uploads',
      run: async () => checkTemplate(join(PROJECT_ROOT, 'deploy/aws-uploads.yaml')),
    },
  ];
}

async function checkEnvironments(): Promise<string> {
  const environments = await projectEnvironments();
  return ENVIRONMENT_NAMES.map((name) => {
    const missing = placeholdersIn(environments[name]);
    return `${name}: ${missing.length === 0 ? 'complete' : `still missing: ${missing.join(', ')}`}`;
  }).join('\n');
}

async function checkConfig(): Promise<string> {
  const { emulators, ...config }: { emulators: object } = JSON.parse(await readProjectFile('firebase.json'));
  // The AWS emulator's port is beside the official ones. The official emulators ignore it, but the schema refuses it.
  const official = Object.fromEntries(Object.entries(emulators).filter(([name]) => name !== 'aws'));
  const errors = configErrors({ ...config, emulators: official });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return 'matches the schema of firebase-tools';
}

async function checkRules({ firestore }: FirebaseJson): Promise<string> {
  const { warnings } = parseRuleset(await readProjectFile(firestore.rules));
  const texts = warnings.map(({ line, column, message }) => `${line}:${column} ${message}`);
  if (texts.length > 0) throw new Error(texts.join('\n'));
  return 'no warnings';
}

async function checkIndexesFile({ firestore }: FirebaseJson): Promise<string> {
  const spec: {
    readonly indexes: readonly unknown[];
    readonly fieldOverrides: readonly { readonly ttl?: boolean }[];
  } = JSON.parse(await readProjectFile(firestore.indexes));
  checkIndexes(spec);
  const expiring = spec.fieldOverrides.filter(({ ttl }) => ttl === true).length;
  return `${spec.indexes.length} composite, ${spec.fieldOverrides.length} single fields, ${expiring} of them expire`;
}

async function checkPolicies(config: FirebaseJson): Promise<string> {
  const environments = await projectEnvironments();
  const faults = ENVIRONMENT_NAMES.flatMap((name) =>
    policyFaults(deployedConfig(config, environments[name]), environments[name]).map(
      (fault) => `${name}: ${fault}`,
    ),
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const on = ENVIRONMENT_NAMES.filter((name) => environments[name].appCheck.siteKey !== '');
  return `each allows its own bucket; App Check is on in ${on.length === 0 ? 'none' : on.join(' and ')}`;
}
