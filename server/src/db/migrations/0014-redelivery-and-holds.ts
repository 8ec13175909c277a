// When a webhook message was last asked for once more, which bounds how often that can be done; and a way to the open
// holds of an account's jobs, which the usage report needs where they are older than its period. Jobs only: the holds
// of direct calls come and go too often to pay for an index.

export const redeliveryAndHolds = `
alter table webhook_deliveries add column redelivered timestamptz;
create index webhook_deliveries_redelivered on webhook_deliveries (account_id, redelivered)
  where redelivered is not null;

create index holds_of_jobs on holds (account_id, period) where kind = 'job';
`
