import { HOST, type Ports } from '#tools/suite/ports.ts';

interface HeaderRule {
  readonly source: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

/** The sources that the page needs for App Check. https://firebase.google.com/docs/app-check/web/recaptcha-enterprise-provider */
export const APP_CHECK_SOURCES = {
  'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  'connect-src': ['https://content-firebaseappcheck.googleapis.com', 'https://www.google.com/recaptcha/'],
};

/** The app listens to Firestore, and reads documents of its own project. The policy allows nothing else, so no writes either. */
export const FIRESTORE_PATHS = ['/google.firestore.v1.Firestore/Listen/', '/v1/projects/'] as const;

/**
 * The policy of firebase.json has no local addresses. A run adds the ports of its own services to its copy, so that the
 * local policy is as strict as the deployed one.
 */
export function localHeaders(rules: readonly HeaderRule[], ports: Ports): HeaderRule[] {
  const of = (service: keyof Ports): string => `http://${HOST}:${ports[service]}`;
  const additions = {
    'connect-src': [of('auth'), ...FIRESTORE_PATHS.map((path) => `${of('firestore')}${path}`), of('aws')],
    'img-src': [of('aws')],
    'frame-src': [of('auth')],
  };
  return withPolicySources(rules, additions);
}

/** Adds sources to the directives of the rules' policy. Throws an error if the policy lacks a directive. */
export function withPolicySources(
  rules: readonly HeaderRule[],
  additions: Readonly<Record<string, readonly string[]>>,
): HeaderRule[] {
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
