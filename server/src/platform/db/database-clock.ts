// Reads the clock of the database, and measures how far the clock of this server is from it, at the start and every minute.
// The database's clock decides about money, quotas and the log; this server's clock is in request ids and reported times.

import type { Clock } from '@quarry/kit/clock'
import { runEvery } from '../lib/run.ts'
import { type Queryable, readRows, statement } from './statement.ts'

const nowStatement = statement('select quarry_now() as now')

export async function readNow(client: Queryable): Promise<Date> {
  const [row] = await readRows<{ now: Date }>(client, nowStatement)
  if (row === undefined) throw new Error('the database returned no time')
  return row.now
}

const largeMs = 5_000
const defaultPollMs = 60_000

export type ClockSkewOptions = {
  pool: Queryable
  clock: Clock
  pollMs?: number | undefined
  /** Called when the skew becomes large, and when it no longer is. */
  onChange: (isLarge: boolean, skewSeconds: number) => void
  onError: (error: unknown) => void
}

/** Resolves after the first measurement. */
export async function createClockSkew({ pool, clock, pollMs = defaultPollMs, ...options }: ClockSkewOptions) {
  let skewMs = 0
  let isLarge = false

  async function measure(): Promise<void> {
    const sentAt = performance.now()
    const sentTime = clock().getTime()
    const databaseTime = (await readNow(pool)).getTime()
    // The database reads its clock at an unknown point of the round trip: the middle is wrong by half of it at most.
    const uncertainMs = (performance.now() - sentAt) / 2
    skewMs = sentTime + uncertainMs - databaseTime
    const wasLarge = isLarge
    isLarge = Math.abs(skewMs) > largeMs + uncertainMs
    if (isLarge !== wasLarge) options.onChange(isLarge, skewMs / 1000)
  }

  await measure()
  const stop = runEvery(pollMs, measure, options.onError)
  return {
    /** The time of this server minus the time of the database. */
    seconds: () => skewMs / 1000,
    close: stop,
  }
}
