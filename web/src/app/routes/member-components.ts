import { loadable } from '#web/ui/loading/loadable.tsx';

/** Components that only members load. */
export const memberRoutes = loadable(async () => (await import('./member-routes.tsx')).MemberRoutes);
export const memberActions = loadable(
  async () => (await import('../layout/member-actions.tsx')).MemberActions,
  'silent',
);

export async function loadMemberComponents(): Promise<void> {
  await Promise.all([memberRoutes.load(), memberActions.load()]);
}
