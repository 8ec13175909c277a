// How long an answer may wait for its own caller where a licence bounds keeping: as a job's result, and for a call that
// is repeated under its key because the first answer was lost on the way.

/**
 * Decision: to hand an answer over is not to keep it. Whatever the licence says, it waits a quarter of an hour; without
 * that, no job could be run at an interface whose answers may not be kept.
 */
const handOverSeconds = 900

/** Null for as long as such answers are kept anyway. */
export const waitsSeconds = (keepSeconds: number | null): number | null =>
  keepSeconds === null ? null : Math.max(keepSeconds, handOverSeconds)
