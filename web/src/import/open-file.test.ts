import { afterEach, expect, test, vi } from 'vitest';

import { openFile } from './open-file.ts';

/** A worker that answers a call only when the test releases it. */
class HeldWorker extends EventTarget {
  static isEnded = false;
  static readonly ports: MessagePort[] = [];

  postMessage(_request: unknown, ports: readonly MessagePort[]): void {
    HeldWorker.ports.push(...ports);
  }

  terminate(): void {
    HeldWorker.isEnded = true;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a file that is closed while an import is stored ends its worker afterwards', async () => {
  vi.stubGlobal('Worker', HeldWorker);
  const file = openFile();
  const plan = {
    uid: 'u',
    import_id: 'i',
    label: 'l',
    device: 'd',
    target_folder_id: 0,
    tagsAsFolders: false,
    icons: false,
    at: 0,
  };
  const stored = file.call('store', plan);
  file.close();
  expect(HeldWorker.isEnded).toBe(false);
  HeldWorker.ports[0]?.postMessage({ answer: null });
  await expect(stored).resolves.toBeNull();
  await vi.waitFor(() => {
    expect(HeldWorker.isEnded).toBe(true);
  });
});
