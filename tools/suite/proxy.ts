const VARIABLES = new Set([
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'grpc_proxy',
  'npm_config_proxy',
  'npm_config_http_proxy',
  'npm_config_https_proxy',
  'node_use_env_proxy',
]);

/**
 * Takes the proxy out of an environment. The suite and its tests talk to this machine alone, but firebase-tools and gRPC
 * would ask the proxy for 127.0.0.1: firebase-tools ignores NO_PROXY.
 */
export function withoutProxy(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const name of Object.keys(environment)) {
    if (VARIABLES.has(name.toLowerCase())) Reflect.deleteProperty(environment, name);
  }
  // Node reads this one at each request, also where it took the proxy at its start.
  environment['NO_PROXY'] = '*';
  environment['no_proxy'] = '*';
  return environment;
}
