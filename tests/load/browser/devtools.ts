import type { CDPSession, Page } from '@playwright/test';

/** A page's memory, as Chromium reports it. */
export interface Devtools {
  /** The heap in use after a garbage collection, in megabytes. */
  readonly heapMb: () => Promise<number>;
  /** The part of it that is not compiled code. */
  readonly objectsMb: () => Promise<number>;
  readonly elements: () => Promise<number>;
}

/** The fields that are used here. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      /** The first entry lists the names for the values of the first field. */
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  /** The fields of all nodes, one node after the other. */
  readonly nodes: readonly number[];
}

export async function devtoolsOf(page: Page): Promise<Devtools> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  return {
    heapMb: async () => {
      // The second collection frees objects that the first one made collectable.
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    },
    objectsMb: async () => objectBytes(await snapshotOf(session)) / 1e6,
    elements: async () => page.evaluate('document.querySelectorAll("*").length'),
  };
}

async function snapshotOf(session: CDPSession): Promise<HeapSnapshot> {
  const chunks: string[] = [];
  const take = ({ chunk }: { readonly chunk: string }): void => {
    chunks.push(chunk);
  };
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  return JSON.parse(chunks.join(''));
}

/** 'native' is memory outside of the heap, such as elements. */
const NO_OBJECTS = new Set(['code', 'native', 'synthetic']);

function objectBytes({ snapshot: { meta }, nodes }: HeapSnapshot): number {
  const [type, size] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    const name = meta.node_types[0][nodes[node + type] ?? -1];
    if (name !== undefined && !NO_OBJECTS.has(name)) bytes += nodes[node + size] ?? 0;
  }
  return bytes;
}
