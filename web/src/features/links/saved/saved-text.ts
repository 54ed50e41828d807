import { countText } from '@foldmark/library/text/count-text';
import { numberText } from '@foldmark/library/text/number-text';

interface Found {
  readonly level: 'same' | 'likely';
}

/** The title of the dialog: how many of the pasted links are saved already. */
export function pastedTitle(saved: readonly Found[], pasted: number): string {
  const state = stateOf(saved);
  if (pasted === 1) return `This link is ${state}`;
  const which =
    saved.length === pasted
      ? `All ${countText(pasted, 'link')}`
      : `${numberText(saved.length)} of ${countText(pasted, 'link')}`;
  return `${which} ${saved.length === 1 ? 'is' : 'are'} ${state}`;
}

/** Describes what happened to the pasted links. */
export function pastedText(saved: number, pasted: number): string {
  const others = pasted - saved;
  const added =
    others === 0 ? '' : `${countText(others, 'new link')} ${others === 1 ? 'was' : 'were'} added. `;
  return `${added}${saved === 1 ? 'This link was' : 'These links were'} not added again.`;
}

/** The toast for a link that was created before the form could show that its url is saved. */
export function savedAgainText(found: Found): string {
  return `Link added, but it is ${stateOf([found])}.`;
}

/** The toast after the dialog was closed without a choice. */
export function leftOutText(saved: readonly Found[]): string {
  const state = stateOf(saved);
  return saved.length === 1
    ? `1 link was not added: it is ${state}.`
    : `${countText(saved.length, 'link')} were not added: they are ${state}.`;
}

function stateOf(saved: readonly Found[]): string {
  return saved.every(({ level }) => level === 'same') ? 'saved already' : 'probably saved already';
}
