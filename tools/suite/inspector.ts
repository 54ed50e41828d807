import { HOST } from '#tools/suite/ports.ts';

/** The debugger ports that --inspect opens. .vscode/launch.json uses them too. */
export const INSPECTOR_PORTS = { functions: 9229, firestore: 9230, aws: 9231 } as const;

export function inspectorFlag(service: keyof typeof INSPECTOR_PORTS, isOn: boolean): string[] {
  return isOn ? [`--inspect=${HOST}:${INSPECTOR_PORTS[service]}`] : [];
}
