import { countText } from '@foldmark/library/text/count-text';

/** What the icon shows. A text of null leaves the badge of all tabs. */
export interface Badge<Text extends string | null> {
  readonly text: Text;
  readonly title: string;
}

interface PageFacts {
  /** Whether the page is saved, or waits to be sent. Null if it is not saved. */
  readonly page: 'saved' | 'waiting' | null;
  readonly isPrivate: boolean;
  /** Whether the badge of all tabs tells of a problem. */
  readonly hasProblem: boolean;
}

export const PROBLEM = '!';
export const SAVED = '✓';
const WAITING = '…';

const NAME = 'Foldmark';

/** The badge of one tab. A problem hides the other marks until it is solved, because it needs the person. */
export function pageBadge({ page, isPrivate, hasProblem }: PageFacts): Badge<string | null> | null {
  // No tooltip either, so that nothing reveals the saved pages.
  if (isPrivate) return { text: '', title: NAME };
  if (hasProblem || page === null) return null;
  return page === 'saved'
    ? { text: SAVED, title: `${NAME}: this page is saved` }
    : { text: WAITING, title: `${NAME}: this page is saved here, and not sent yet` };
}

interface CommonFacts {
  readonly isEnded: boolean;
  readonly refused: number;
  readonly waiting: number;
  /** Whether the tabs have badges of their own, which show what waits. */
  readonly showsPages: boolean;
}

/** The badge of all tabs without their own. */
export function commonBadge({ isEnded, refused, waiting, showsPages }: CommonFacts): Badge<string> {
  if (isEnded) return { text: PROBLEM, title: `${NAME}: connect again to send and receive changes` };
  if (refused > 0)
    return { text: PROBLEM, title: `${NAME}: ${countText(refused, 'change')} couldn't be saved` };
  if (waiting > 0 && !showsPages)
    return { text: WAITING, title: `${NAME}: ${countText(waiting, 'change')} not sent yet` };
  return { text: '', title: NAME };
}
