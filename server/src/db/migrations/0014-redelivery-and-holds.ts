// When a webhook message was last asked for once more, which bounds how often that can be done; and a way to the open
// holds of an account's jobs, which the usage report needs where they are older than its period.
import { type Migration, sql } from 'kysely'

export const redeliveryAndHoldsMigration: Migration = {
  async up(database) {
    await sql.raw(redelivery).execute(database)
    await sql.raw(jobHolds).execute(database)
  },
}

const redelivery = `
alter table webhook_deliveries add column redelivered timestamptz;
create index webhook_deliveries_redelivered on webhook_deliveries (account_id, redelivered)
  where redelivered is not null;
`

/** Jobs only: the holds of direct calls come and go too often to pay for an index. */
const jobHolds = `
create index holds_of_jobs on holds (account_id, period) where kind = 'job';
`
