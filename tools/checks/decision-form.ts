const HEADINGS = ['## Decision', '## Why', '## Cost'];
const MAX_WORDS = 350;

/** The problems of a decision record, which has a title, three headings in this order, and at most 350 words as `wc -w` counts. */
export function decisionProblems(markdown: string): string[] {
  const [title = '', ...others] = markdown.match(/^#+ .*$/gm) ?? [];
  const words = markdown.trim().split(/\s+/).length;
  return [
    ...(/^# \d{3}: ./.test(title) ? [] : ['it has no title such as "# 001: A title"']),
    ...(others.join() === HEADINGS.join() ? [] : [`its headings are not ${HEADINGS.join(', ')}`]),
    ...(words > MAX_WORDS ? [`it has ${words} words, more than ${MAX_WORDS}`] : []),
  ];
}
