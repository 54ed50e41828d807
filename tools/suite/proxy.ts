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
 * Removes the proxy variables from an environment. The suite and its tests connect only to this machine, but firebase-tools
 * and gRPC would use the proxy even for 127.0.0.1. firebase-tools ignores NO_PROXY.
 */
export function withoutProxy(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const name of Object.keys(environment)) {
    if (VARIABLES.has(name.toLowerCase())) Reflect.deleteProperty(environment, name);
  }
  // Node reads NO_PROXY at each request, even if it read the proxy itself at its start.
  environment['NO_PROXY'] = '*';
  environment['no_proxy'] = '*';
  return environment;
}
