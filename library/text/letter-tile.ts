const COLOURS = 12;

/** The letter on the tile of a site without an icon: the first letter or digit of its host. An IPv6 address begins with a bracket. */
export function letterOf(host: string): string {
  return (/[\p{L}\p{N}]/u.exec(host)?.[0] ?? '').toUpperCase();
}

/** The hue of the tile of a site, always the same. */
export function hueOf(host: string): number {
  let sum = 0;
  for (let place = 0; place < host.length; place += 1) sum = (sum * 31 + host.charCodeAt(place)) % 65_521;
  return 20 + (sum % COLOURS) * (360 / COLOURS);
}
