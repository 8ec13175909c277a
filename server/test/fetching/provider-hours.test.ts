// Hours of upstream APIs that no budget counts any more are deleted.
import { expect, test } from 'vitest'
import { dropOldProviderHours } from '../../src/fetching/provider-rate-limits.ts'
import { freshDatabase } from '../support/database.ts'
import { setNow } from '../support/ledger.ts'

test('hours of upstream APIs are deleted when no budget counts them any more', async () => {
  const fresh = await freshDatabase({ max: 1 })
  const { pool } = fresh.database
  await setNow(fresh.database, new Date('2026-08-31T23:59:59Z'))
  await pool.query(
    `insert into provider_hours (provider, hour, bookings) select 'brave', hour, 1
     from unnest(array['2025-08-31T23:00Z', '2026-07-30T23:00Z', '2026-08-01T00:00Z', '2026-09-01T00:00Z']::timestamptz[]) hour`,
  )
  await dropOldProviderHours(pool)
  const { rows } = await pool.query<{ hour: Date }>('select hour from provider_hours order by hour')
  expect(rows.map(({ hour }) => hour.toISOString())).toEqual([
    '2026-08-01T00:00:00.000Z',
    '2026-09-01T00:00:00.000Z',
  ])
  await fresh.drop()
})
