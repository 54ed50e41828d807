/** What a person sees of a start: a line per step, then the table. */

export function step(name: string): (detail: string) => void {
  const started = performance.now();
  const label = `  ${name.padEnd(32)}`;
  if (process.stdout.isTTY) process.stdout.write(`${label}…`);
  return (detail) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}${label}${detail}  ${seconds} s\n`);
  };
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
