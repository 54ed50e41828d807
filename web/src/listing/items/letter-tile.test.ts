import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

test('the letter is readable on each colour in both themes', async () => {
  const css = await readFile(join(import.meta.dirname, 'letter-tile.module.css'), 'utf8');
  const hues = Array.from({ length: 12 }, (_, index) => 20 + 30 * index);
  const themes = [...css.matchAll(/oklch\((?<light>[\d.]+) (?<chroma>[\d.]+) var/g)].map(
    ({ groups }) => groups,
  );
  expect(themes).toHaveLength(2);
  for (const theme of themes)
    for (const hue of hues)
      expect(contrastWithWhite(Number(theme?.['light']), Number(theme?.['chroma']), hue)).toBeGreaterThan(
        4.5,
      );
});

/** The contrast by WCAG. Clips colours outside of sRGB, as browsers do. */
function contrastWithWhite(lightness: number, chroma: number, hue: number): number {
  const angle = (hue / 180) * Math.PI;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  const [red = 0, green = 0, blue = 0] = [
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
