import { startChild, type Child, type ChildOptions } from '@foldmark/tools/suite/child';

/** Without a D-Bus session: programs use none, and start none that would outlive the test. */
export const NO_DBUS = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', NO_AT_BRIDGE: '1' };

/** Starts a program that ends with this process, also if a signal ends the test run. */
export function startProgram(options: ChildOptions): Child {
  const child = startChild(options);
  process.once('exit', child.kill);
  void child.ended.then(() => process.off('exit', child.kill));
  return child;
}
