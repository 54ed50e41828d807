/**
 * Matches IAM's patterns: `*` is any text, including slashes, and `?` any single character. It backtracks only to the last
 * star, so the run time is never exponential.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let afterStar = 0;
  while (at < text.length) {
    const expected = pattern[inPattern];
    if (expected === '*') {
      star = inPattern;
      afterStar = at;
      inPattern += 1;
    } else if (expected === '?' || expected === text[at]) {
      at += 1;
      inPattern += 1;
    } else if (star === -1) {
      return false;
    } else {
      afterStar += 1;
      at = afterStar;
      inPattern = star + 1;
    }
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}
