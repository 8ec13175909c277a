// All bounds on fetching: waits, sizes and counts.

export type Limits = {
  /** One request and its whole body. */
  tryMs: number
  /** All fetches of one call, with queueing, retries and redirects. */
  callMs: number
  connectMs: number
  /** How long a job may be queued for a slot. */
  patientWaitMs: number
  /** Decoded bytes of one page. */
  bodyBytes: number
  codings: number
  redirects: number
  retries: number
  /** The first pause between tries; it doubles, with jitter. */
  retryMs: number
  /** Status line and headers of one response. */
  headerBytes: number
  urlChars: number
  /** Calls queued for one host; one account may fill half of the queue. */
  queuedPerHost: number
  /** Above this size a page needs one of `largeBodies` permits, which bound memory over all hosts. */
  largeBodyBytes: number
  largeBodies: number
  /** A breaker counts this many tries within the window, and opens when more than half failed. */
  breakerTries: number
  breakerWindowMs: number
  breakerOpenMs: number
  robotsMs: number
  robotsRetryMs: number
}

export const defaultLimits: Limits = {
  tryMs: 15_000,
  callMs: 30_000,
  connectMs: 10_000,
  patientWaitMs: 600_000,
  bodyBytes: 10_000_000,
  codings: 5,
  redirects: 5,
  retries: 2,
  retryMs: 250,
  headerBytes: 32_768,
  urlChars: 8_192,
  queuedPerHost: 2_000,
  largeBodyBytes: 1_000_000,
  largeBodies: 8,
  breakerTries: 20,
  breakerWindowMs: 120_000,
  breakerOpenMs: 10_000,
  robotsMs: 24 * 3_600_000,
  robotsRetryMs: 60_000,
}
