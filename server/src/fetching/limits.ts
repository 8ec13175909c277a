// All bounds on fetching: waits, sizes and counts.

export const defaultLimits = {
  /** One request and its whole body. */
  tryMs: 15_000,
  /** All fetches of one call, with queueing, retries and redirects. */
  callMs: 30_000,
  connectMs: 10_000,
  /** How long a job may be queued for a slot. */
  patientWaitMs: 600_000,
  /** Decoded bytes of one page. */
  bodyBytes: 10_000_000,
  codings: 5,
  redirects: 5,
  retries: 2,
  /** The first pause between tries; it doubles, with jitter. */
  retryMs: 250,
  /** Status line and headers of one response. */
  headerBytes: 32_768,
  urlChars: 8_192,
  /** Calls queued for one host; one account may fill half of the queue. */
  queuedPerHost: 2_000,
  /** Above this size a page needs one of `largeBodies` slots, which bound memory over all hosts. */
  largeBodyBytes: 1_000_000,
  largeBodies: 8,
  /** A breaker counts this many tries within the window, and opens when more than half failed. */
  breakerTries: 20,
  breakerWindowMs: 120_000,
  breakerOpenMs: 10_000,
  robotsMs: 24 * 3_600_000,
  robotsRetryMs: 60_000,
}

export type FetchLimits = typeof defaultLimits
