import type { CDPSession, Page } from '@playwright/test';

/** What Chromium says of a page's memory. */
export interface Devtools {
  /** What is in use when everything that can go has gone, in megabytes. */
  readonly heapMb: () => Promise<number>;
  /** What of it is no code that was compiled. */
  readonly objectsMb: () => Promise<number>;
  readonly elements: () => Promise<number>;
}

/** As far as it is needed here. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      /** Of the first field the names of what its numbers mean. */
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  /** All fields of one node after the other. */
  readonly nodes: readonly number[];
}

export async function devtoolsOf(page: Page): Promise<Devtools> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  return {
    heapMb: async () => {
      // What a first collection lets go of may hold more that a second one finds.
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

/** Elements and what else the page has outside of the heap are told of as native. */
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
