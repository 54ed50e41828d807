/**
 * The Huffman code of HTTP/2 headers (RFC 7541, appendix B): the number of bits of each symbol in base 36. The codes are
 * canonical, so the lengths define them. The last symbol, 256, is the end of the string.
 */
const CODE_LENGTHS =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca' +
  'd67777777777777777777777878djde6f56565666577666567655677777fbeds' +
  'kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn' +
  'qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq' +
  'u';
const END_OF_STRING = 256;
const MAX_PADDING_BITS = 7;

/** A binary tree in an array: two entries for each node. A negative entry is a symbol, minus 1. Zero is unused. */
let tree: Int16Array | null = null;

/** Decodes a string. Returns null if the code is invalid. */
export function decodeHuffman(bytes: Uint8Array): string | null {
  tree ??= createTree();
  let text = '';
  let node = 0;
  let padding = 0;
  let isAllOnes = true;
  for (const byte of bytes) {
    for (let shift = 7; shift >= 0; shift -= 1) {
      const bit = (byte >> shift) & 1;
      const next = tree[node * 2 + bit] ?? 0;
      padding += 1;
      isAllOnes &&= bit === 1;
      if (next > 0) node = next;
      else if (next === 0 || -next - 1 === END_OF_STRING) return null;
      else {
        text += String.fromCharCode(-next - 1);
        node = 0;
        padding = 0;
        isAllOnes = true;
      }
    }
  }
  return isAllOnes && padding <= MAX_PADDING_BITS ? text : null;
}

function createTree(): Int16Array {
  const created = new Int16Array(2 * CODE_LENGTHS.length);
  let nodes = 1;
  const insert = (code: number, length: number, symbol: number): void => {
    let node = 0;
    for (let shift = length - 1; shift > 0; shift -= 1) {
      const at = node * 2 + ((code >> shift) & 1);
      if (created[at] === 0) {
        created[at] = nodes;
        nodes += 1;
      }
      node = created[at] ?? 0;
    }
    created[node * 2 + (code & 1)] = -symbol - 1;
  };
  const lengths = CODE_LENGTHS.split('').map((digit) => Number.parseInt(digit, 36));
  let code = 0;
  for (let length = 1; length <= Math.max(...lengths); length += 1) {
    code <<= 1;
    for (const [symbol, each] of lengths.entries()) {
      if (each !== length) continue;
      insert(code, length, symbol);
      code += 1;
    }
  }
  return created;
}
