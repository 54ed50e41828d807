/** The address of an emulator. */
export interface Address {
  readonly host: string;
  readonly port: number;
}
