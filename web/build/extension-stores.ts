interface Deployment {
  readonly hosts: readonly string[];
  readonly extension: Readonly<Record<'chrome' | 'firefox', string>>;
}

/** The addresses of the extension in the stores, for each host of a deployment that has one. */
export function extensionStores(deployments: readonly Deployment[]): Record<string, Deployment['extension']> {
  return Object.fromEntries(
    deployments
      .filter(({ extension }) => extension.chrome !== '' || extension.firefox !== '')
      .flatMap(({ hosts, extension }) => hosts.map((host) => [host, extension])),
  );
}
