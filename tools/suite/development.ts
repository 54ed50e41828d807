import { join } from 'node:path';

import { startChild, type Child } from '#tools/suite/child.ts';
import { PROJECT_ROOT, type Places } from '#tools/suite/places.ts';
import type { Suite } from '#tools/suite/suite.ts';

interface Development {
  readonly places: Places;
  readonly suite: Suite;
  readonly onChild: (child: Child) => void;
  readonly progress: (step: string) => (detail: string) => void;
}

/** Starts Vite in front of the running suite, and rebuilds the functions and the extension at each change. Resolves with the app's URL. */
export async function startDevelopment({ places, suite, onChild, progress }: Development): Promise<string> {
  const done = progress('Vite; functions, extension on watch');
  const npmRun = (name: string, script: string, workspace: string): Child => {
    const child = startChild({
      name,
      command: 'npm',
      args: ['run', script, '--workspace', workspace],
      cwd: PROJECT_ROOT,
      env: { FOLDMARK_HOSTING_URL: suite.appUrl, FORCE_COLOR: '0', NO_COLOR: '1' },
      logFile: join(places.logs, `${name.toLowerCase().replaceAll(' ', '-')}.log`),
    });
    onChild(child);
    return child;
  };
  npmRun('Functions build', 'watch', 'functions');
  npmRun('Extension build', 'watch', 'extension');
  const vite = npmRun('Vite', 'dev', 'web');
  let url = '';
  await vite.ready((line) => {
    url = /Local:\s+(?<url>http:\S+?)\/?$/.exec(line)?.groups?.['url'] ?? '';
    return url !== '';
  });
  done(url);
  return url;
}
