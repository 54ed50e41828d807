import { startChild, type Child, type ChildOptions } from '@foldmark/tools/suite/child';

/** Neither finds a bus of the session here, nor starts one that would outlive it. */
export const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', NO_AT_BRIDGE: '1' };

/** A test run that is ended by force must not leave a browser behind. */
export function startProgram(options: ChildOptions): Child {
  const child = startChild(options);
  process.once('exit', child.kill);
  void child.ended.then(() => process.off('exit', child.kill));
  return child;
}
