/** The only globals outside of ECMAScript that the library uses. Browsers, workers and Node all have them. */

interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
declare const URL: {
  readonly parse: (url: string) => URL | null;
  readonly canParse: (url: string) => boolean;
};

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(encoding?: string, options?: { readonly fatal?: boolean });
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}

interface ByteStream {
  getReader(): {
    read(): Promise<
      | { readonly done: false; readonly value: Uint8Array<ArrayBuffer> }
      | { readonly done: true; readonly value?: undefined }
    >;
    cancel(): Promise<void>;
  };
  pipeThrough(transform: DecompressionStream): ByteStream;
}

declare class DecompressionStream {
  constructor(format: 'deflate-raw');
  readonly readable: ByteStream;
}

declare class Blob {
  constructor(parts: readonly Uint8Array[], options?: { readonly type: string });
  stream(): ByteStream;
}
