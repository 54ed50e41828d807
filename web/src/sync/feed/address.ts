/** The address of an emulator. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

export function urlOf({ host, port }: Address): string {
  return `http://${host}:${port}`;
}
