// The clock of a test's database, for every connection of every process: real time, and as much more as the test says.
import type { Database } from '../../src/db/connect.ts'

export type MovedClock = { move: (seconds: number) => Promise<void>; now: () => Promise<Date> }

/** Before any server uses the database. */
export async function moveClockOf({ pool }: Database): Promise<MovedClock> {
  await pool.query('create table test_clock (shift interval not null)')
  await pool.query(`insert into test_clock values ('0')`)
  await pool.query(`create or replace function quarry_now() returns timestamptz language sql volatile parallel safe as $$
    select clock_timestamp() + (select shift from test_clock) $$`)
  return {
    async move(seconds) {
      await pool.query(`update test_clock set shift = shift + $1 * interval '1 second'`, [seconds])
    },
    async now() {
      const { rows } = await pool.query<{ now: Date }>('select quarry_now() as now')
      return rows[0]?.now ?? new Date(Number.NaN)
    },
  }
}
