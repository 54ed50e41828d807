import { HOST, type Ports } from '#emulators/suite/ports.ts';

interface HeaderRule {
  readonly source: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

/**
 * The headers of firebase.json name the addresses of the cloud and nothing of this machine. A run adds its own services to
 * its copy, by port, so that the policy is as strict here as there.
 */
export function localHeaders(rules: readonly HeaderRule[], ports: Ports): HeaderRule[] {
  const of = (service: keyof Ports): string => `http://${HOST}:${ports[service]}`;
  const additions = {
    'connect-src': [of('auth'), of('firestore'), of('aws')],
    'img-src': [of('aws')],
    'frame-src': [of('auth')],
  };
  return rules.map(({ source, headers }) => ({
    source,
    headers: headers.map(({ key, value }) => ({
      key,
      value: key === 'Content-Security-Policy' ? withSources(value, additions) : value,
    })),
  }));
}

function withSources(policy: string, additions: Readonly<Record<string, readonly string[]>>): string {
  const missing = new Set(Object.keys(additions));
  const directives = policy.split(';').map((directive) => {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    missing.delete(name);
    return [name, ...sources, ...(additions[name] ?? [])].join(' ');
  });
  if (missing.size > 0) throw new Error(`The policy of firebase.json has no ${[...missing].join(', ')}.`);
  return directives.join('; ');
}
