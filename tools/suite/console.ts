/**
 * Shows a step while it runs. The returned function prints the line of the finished step. If several steps run, shows the latest
 * one.
 */
export function step(name: string): (detail: string) => void {
  const started = performance.now();
  const label = `  ${name.padEnd(34)}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${label}…`);
  return (detail) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${process.stdout.isTTY ? '\r' : ''}${label}${detail.padEnd(44)}${seconds.padStart(5)} s\n`,
    );
  };
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
