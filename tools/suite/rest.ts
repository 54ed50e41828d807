/** A process that used less processor time between two checks is at rest. */
const REST_MS = 50;
/** The processor time that makes enough garbage for another collection, which takes some 400 ms. */
const WORK_MS = 1_000;
/** A person who uses the app pauses between two actions, and must not wait for a collection. */
const RESTS = 2;

/** Returns a check to call regularly with the processor time since the last one. It collects once after each time of work. */
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
