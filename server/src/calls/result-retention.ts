// How long a result is retained for its own caller where a licence limits storage: as a job's result, and for a call
// that is retried under its Idempotency-Key.

/**
 * Decision: delivering a result is not storing it. Whatever the licence says, a result is retained for a quarter of an
 * hour; otherwise no job could call an API whose answers may not be stored.
 */
const minRetentionSeconds = 900

/** Null: as long as results are retained by default. */
export const toRetentionSeconds = (limit: number | null): number | null =>
  limit === null ? null : Math.max(limit, minRetentionSeconds)
