// Makes a migrated database look as if it had been created by the migrations before the baseline.
import type { Pool } from 'pg'

const replacedMigrations =
  `0001-accounts-and-keys 0002-ledger-and-holds 0003-call-log 0004-reserve 0005-settle
  0006-jobs 0007-idempotency 0008-batches 0009-webhooks 0010-reserve-runs 0012-graces-and-limits 0013-stored-bytes
  0014-redelivery-and-holds 0016-log-provider 0017-endpoint-hours 0018-events 0018-manage-keys
  0019-webhooks-by-account 0020-provenance 0021-provider-pace 0022-provider-answers 0023-record-fields
  0024-bounded-keeping 0030-agent-spending 0031-sessions 0034-drift 0035-watches 0040-incidents
  0041-rollups-pending 0045-jobs-handed-back 0046-delivery-leases 0050-idempotent-bodies`.split(/\s+/)

export async function nameReplacedMigrations(pool: Pool): Promise<void> {
  await pool.query('delete from kysely_migration')
  await pool.query(
    `insert into kysely_migration (name, timestamp) select name, '2026-11-17T00:00:00.000Z' from unnest($1::text[]) name`,
    [replacedMigrations],
  )
}
