// Clocks that a test moves: that of its database, for every connection of every process, and that of its own process.
import { onTestFinished, vi } from 'vitest'
import type { Database } from '../../src/platform/db/connect.ts'

export type MovedClock = {
  move: (seconds: number) => Promise<void>
  now: () => Promise<Date>
  /** Freezes the clock at the current time. */
  stop: () => Promise<void>
}

/** Real time plus an offset. Must be called before any server uses the database. */
export async function createMovedClock({ pool }: Database): Promise<MovedClock> {
  await pool.query('create table test_clock (shift interval not null, stopped timestamptz)')
  await pool.query(`insert into test_clock values ('0')`)
  await pool.query(`create or replace function quarry_now() returns timestamptz language sql volatile parallel safe as $$
    select coalesce(stopped, clock_timestamp() + shift) from test_clock $$`)
  return {
    async move(seconds) {
      await pool.query(`update test_clock set shift = shift + $1 * interval '1 second'`, [seconds])
    },
    async stop() {
      await pool.query('update test_clock set stopped = quarry_now()')
    },
    async now() {
      const { rows } = await pool.query<{ now: Date }>('select quarry_now() as now')
      return rows[0]?.now ?? new Date(Number.NaN)
    },
  }
}

/** Sets the clock of this process back by an hour until the test ends. Monotonic time and timers go on. */
export function setClockBack(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
}
