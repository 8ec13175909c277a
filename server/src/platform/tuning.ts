// Intervals and bounds that no setting changes. Tests choose others, so that they need not wait.

export type Tuning = {
  /** How often the clocks of the server and the database are compared. */
  clockSkewPollMs: number
  /** How long the jobs of a crashed worker wait before another takes them. */
  jobLeaseSeconds: number
  /** How often the server looks for due watches. */
  watchPollMs: number
  /** How often the server looks whether a backup is due. */
  backupPollMs: number
  /** When a webhook test without a response is reported: longer than any attempt takes. */
  webhookTestMs: number
  /** Event streams on this server. */
  maxStreams: number
  uploads: UploadLimits
  /** The delay of `fault-slow` in the sandbox; null for 3 s. */
  sandboxDelay: (() => Promise<void>) | null
}

/** Bounds of an uploaded file. */
export type UploadLimits = {
  maxBytes: number
  maxLines: number
  totalMs: number
  minBytesPerSecond: number
  /** How long the client may send more slowly. */
  graceMs: number
  leaseSeconds: number
}

export const defaultTuning: Tuning = {
  clockSkewPollMs: 60_000,
  jobLeaseSeconds: 15,
  watchPollMs: 1_000,
  backupPollMs: 30_000,
  webhookTestMs: 11_000,
  maxStreams: 200,
  uploads: {
    maxBytes: 50_000_000,
    maxLines: 100_000,
    totalMs: 15 * 60_000,
    minBytesPerSecond: 5_000,
    graceMs: 15_000,
    leaseSeconds: 30,
  },
  sandboxDelay: null,
}
