const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;

/**
 * Limits the memory of a WebAssembly module, in pages of 64 KiB, by rewriting its memory section. The codecs set no limit or one
 * of gigabytes. V8 has a flag for it, but that counts for the whole process.
 */
export function limitMemory(wasm: Uint8Array, pages: number): Uint8Array {
  let at = HEADER_BYTES;
  while (at < wasm.length) {
    const length = leb(wasm, at + 1);
    const end = length.next + length.value;
    if (wasm[at] === MEMORY_SECTION) {
      // One memory: the count, the flags, the minimum.
      const minimum = leb(wasm, length.next + 2).value;
      const content = [1, HAS_MAXIMUM, ...lebOf(minimum), ...lebOf(pages)];
      const section = [MEMORY_SECTION, ...lebOf(content.length), ...content];
      return Buffer.concat([wasm.subarray(0, at), Buffer.from(section), wasm.subarray(end)]);
    }
    at = end;
  }
  throw new Error('The module has no memory of its own.');
}

/** Reads an unsigned LEB128 number, and where it ends. */
function leb(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } {
  let [value, factor, next] = [0, 1, from];
  for (let byte = 0x80; byte >= 0x80; factor *= 128, next += 1) {
    byte = bytes[next] ?? 0;
    value += (byte % 128) * factor;
  }
  return { value, next };
}

function lebOf(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...lebOf(Math.floor(value / 128))];
}
