const MARKED_LETTERS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
// oxlint-disable-next-line no-control-regex -- ASCII has control characters
const ASCII = /^[\0-\x7f]*$/;

/** Removes case, and the accents of Latin and Greek letters. In other scripts, a mark makes another letter, so marks stay. */
export function foldName(name: string): string {
  const lower = name.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower.normalize('NFKD').replaceAll(MARKED_LETTERS, '$1').normalize('NFC');
}
