import * as z from 'zod/mini';

/** The colors that a folder can have. Later versions can add names, but not remove one. */
export const FOLDER_COLORS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export type FolderColor = (typeof FOLDER_COLORS)[number];

const PART = String.raw`\p{ExtPict}(?:\ufe0f|\p{EMod})?[\u{e0020}-\u{e007f}]*`;
/**
 * One emoji: a flag, a key, or pictographs that joiners connect. Unlike \p{RGI_Emoji}, it does not depend on the engine's version
 * of Unicode, so that browsers and the server accept the same emoji.
 */
const EMOJI = new RegExp(String.raw`^(?:\p{RI}{2}|[#*\d]\ufe0f?\u20e3|${PART}(?:\u200d${PART})*)$`, 'u');
/** The longest emoji, of four people with skin tones, has half of this length. */
const EMOJI_MAX_LENGTH = 40;
const WANTED = 'icon must be one emoji, the name of a color, or empty.';

export function isEmoji(text: string): boolean {
  return text.length <= EMOJI_MAX_LENGTH && EMOJI.test(text);
}

export function isFolderColor(text: string): text is FolderColor {
  return FOLDER_COLORS.some((color) => color === text);
}

/** An icon that a user chooses: an emoji, the name of a color, or empty for the image of the folder. */
export function folderIconField() {
  return z.string('icon must be text.').check(
    z.trim(),
    z.refine((text) => text === '' || isFolderColor(text) || isEmoji(text), WANTED),
  );
}
