/** An image as RGBA, four bytes a pixel. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

const CHANNELS = 4;
const ALPHA = 3;
const OPAQUE = 255;

/** Shrinks an image to fit into a box, and never enlarges it. Each pixel is the average of the area that it covers. */
export function fitInto(pixels: Pixels, maxWidth: number, maxHeight: number): Pixels {
  const scale = Math.min(1, maxWidth / pixels.width, maxHeight / pixels.height);
  if (scale === 1) return pixels;
  const width = Math.max(1, Math.round(pixels.width * scale));
  const height = Math.max(1, Math.round(pixels.height * scale));
  const data = new Uint8ClampedArray(width * height * CHANNELS);
  const columns = spansOf(pixels.width, width);
  for (const [y, rows] of spansOf(pixels.height, height).entries())
    for (const [x, column] of columns.entries())
      data.set(averageOf(pixels, rows, column), (y * width + x) * CHANNELS);
  return { data, width, height };
}

/** The source pixels that each target pixel covers. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spansOf(source: number, target: number): Span[] {
  return Array.from({ length: target }, (_, index) => {
    const from = Math.floor((index * source) / target);
    return { from, to: Math.max(from + 1, Math.floor(((index + 1) * source) / target)) };
  });
}

/** Colours count by their alpha, because transparent pixels have arbitrary colours. */
function averageOf({ data, width }: Pixels, rows: Span, columns: Span): [number, number, number, number] {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let y = rows.from; y < rows.to; y += 1) {
    const end = (y * width + columns.to) * CHANNELS;
    for (let at = (y * width + columns.from) * CHANNELS; at < end; at += CHANNELS) {
      const weight = data[at + ALPHA] ?? OPAQUE;
      red += (data[at] ?? 0) * weight;
      green += (data[at + 1] ?? 0) * weight;
      blue += (data[at + 2] ?? 0) * weight;
      alpha += weight;
    }
  }
  const count = (rows.to - rows.from) * (columns.to - columns.from);
  return alpha === 0 ? [0, 0, 0, 0] : [red / alpha, green / alpha, blue / alpha, alpha / count];
}
