/**
 * The meaning of the bytes 0x80 to 0x9f in windows-1252. The decoder of Node 20 and 24 leaves them as control characters. Numeric
 * entities in HTML mean these characters too.
 */
const CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CONTROLS = /[\u0080-\u009f]/g;

/** Replaces the control characters U+0080 to U+009F by the characters of windows-1252. */
export function replaceControls(text: string): string {
  return text.replaceAll(CONTROLS, (control) => CHARACTERS[control.charCodeAt(0) - 0x80] ?? control);
}
