/** CRC-64 with the polynomial of the NVMe standard, reflected. Computes with two 32-bit halves, since BigInt is slow. */
const POLYNOMIAL = 0x9a6c_9329_ac4b_c9b5n;
const [HIGH, LOW] = makeTables();

export function crc64nvme(bytes: Uint8Array, previous = 0n): bigint {
  let high = ~Number(previous >> 32n);
  let low = ~Number(previous & 0xffff_ffffn);
  for (const byte of bytes) {
    const index = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (LOW[index] ?? 0);
    high = (high >>> 8) ^ (HIGH[index] ?? 0);
  }
  return (BigInt(~high >>> 0) << 32n) | BigInt(~low >>> 0);
}

function makeTables(): readonly [high: Uint32Array, low: Uint32Array] {
  const values = Array.from({ length: 256 }, (_, byte) => {
    let crc = BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >> 1n) ^ ((crc & 1n) === 1n ? POLYNOMIAL : 0n);
    return crc;
  });
  return [
    Uint32Array.from(values, (value) => Number(value >> 32n)),
    Uint32Array.from(values, (value) => Number(value & 0xffff_ffffn)),
  ];
}
