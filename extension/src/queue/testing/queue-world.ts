import { pull } from '#extension/copy/pull.ts';
import { type ConnectedWorld, connectedWorld } from '#extension/copy/testing/connected-world.ts';
import { pageState } from '#extension/pages/page-state.ts';
import { savePage } from '#extension/pages/save-pages.ts';
import { perform } from '#extension/queue/perform.ts';
import { waitingGestures } from '#extension/queue/queue.ts';

/** The url of the page that the tests save. */
export const PAGE = 'https://example.com/';
export const DAY_MS = 86_400_000;

export async function save(
  { env }: ConnectedWorld,
  url = PAGE,
): Promise<{ readonly id: string; readonly link: number }> {
  const { link, ...gesture } = savePage({ url, title: 'Example' }, env.newRef);
  return { id: await perform(gesture, env), link };
}

export async function setNote({ env }: ConnectedWorld, link_id: number, note: string): Promise<string> {
  return perform({ label: 'Edited a link', changes: [{ kind: 'link.set', link_id, note }] }, env);
}

/** A world whose library has a link. */
export async function withLink() {
  const world = await connectedWorld();
  const link = world.addLink(PAGE, 'Example');
  await pull({}, world.env);
  return { ...world, link };
}

export async function waiting({ env }: ConnectedWorld) {
  return (await waitingGestures(env)).map(({ label, state, messages }) => [label, state, ...messages]);
}

export async function noteOf({ env }: ConnectedWorld): Promise<string | undefined> {
  return (await pageState(PAGE, env)).saved?.record.note;
}
