/** A process counts as idle if it used less processor time than this between two checks. */
const REST_MS = 50;
/** After this much processor time, there is enough garbage for another collection, which takes some 400 ms. */
const WORK_MS = 1_000;
/** The number of idle checks before a collection. Users pause between actions, and must not have to wait for it. */
const RESTS = 2;

/**
 * Returns a function to call regularly with the processor time since its last call. It collects garbage once after each busy
 * period, when the process is idle.
 */
export function atRest(collect: () => void): (usedMs: number) => void {
  let [worked, rests] = [0, 0];
  return (usedMs) => {
    worked += usedMs;
    rests = usedMs < REST_MS ? rests + 1 : 0;
    if (rests < RESTS || worked < WORK_MS) return;
    collect();
    [worked, rests] = [0, 0];
  };
}
