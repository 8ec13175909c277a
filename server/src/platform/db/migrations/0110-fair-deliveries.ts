// Due messages are read by account, and first tries apart from retries, so that a server chooses accounts before it
// takes messages. The secret of an account also counts the tries that failed since a message was accepted, up to 3;
// null before the first try.

export const fairDeliveries = `
alter table webhook_secrets add failures smallint;
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (least(attempts, 1), account_id, next_at, id)
  where state = 'pending';
-- Servers read past the index entries of messages that were taken until these are vacuumed.
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
`
