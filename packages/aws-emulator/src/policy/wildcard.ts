/**
 * The patterns of IAM: `*` is any text, slashes too, and `?` any one character. Walks both once and goes back to the last
 * star only, so that no pattern takes long.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let afterStar = 0;
  while (at < text.length) {
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern;
      afterStar = at;
      inPattern += 1;
    } else if (wanted === '?' || wanted === text[at]) {
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
