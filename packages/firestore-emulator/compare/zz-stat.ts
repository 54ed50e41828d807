import * as fc from 'fast-check';
import { rulesArea } from '#firestore/compare/areas/rules.ts';
import { listProofsArea } from '#firestore/compare/areas/list-proofs.ts';
import { Session } from '#firestore/compare/session.ts';
import { connect } from '#firestore/compare/wire.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
const wire = connect(18222, loadMessages());
for (const area of [rulesArea, listProofsArea]) {
  const codes = new Map<string, number>();
  let n = 0;
  for (const steps of fc.sample(area.scenario, { numRuns: 60, seed: 5 })) {
    const s = new Session(wire, `stat-${Date.now().toString(36)}-${n++}`);
    for (const step of steps) {
      const o = await s.run(step);
      const k = (step.kind === 'call' ? (step.isSetup ? 'setup' : step.method) : 'rules') + ' ' + o.code;
      codes.set(k, (codes.get(k) ?? 0) + 1);
    }
  }
  console.log(area.name, codes);
}
wire.close();
