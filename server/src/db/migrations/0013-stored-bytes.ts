// How many bytes each account has stored with its jobs, batches and webhook messages, counted by the database itself:
// whoever writes or deletes a row, on whichever server and version, it counts in the same transaction.
import { type Migration, sql } from 'kysely'

type Event = 'insert' | 'update' | 'delete'

export const storedBytesMigration: Migration = {
  async up(database) {
    await sql.raw(storedBytes).execute(database)
    for (const [table, { size, events }] of Object.entries(counted))
      for (const event of events) await sql.raw(counting(table, event, size)).execute(database)
    // The triggers keep others from writing until this transaction ends: nothing is missed or counted twice.
    for (const [table, { size }] of Object.entries(counted))
      await sql.raw(present(table, size)).execute(database)
  },
}

/**
 * Changes are added, never updated: a counter that everyone writes to would be one more lock, taken in another order
 * than those of accounts and jobs. The sum of an account's few rows is what it has stored; a sweep folds them.
 */
const storedBytes = `
create table stored_bytes (
  id bigint generated always as identity primary key,
  account_id integer not null,
  bytes bigint not null
);
create index stored_bytes_of_account on stored_bytes (account_id);
`

/** 500 stand for the row itself and its entries in indexes. The length of a text is known without unpacking it. */
const counted: Readonly<Record<string, { size: string; events: readonly Event[] }>> = {
  jobs: {
    size: `500 + octet_length(params) + coalesce(octet_length(result), 0) + coalesce(octet_length(webhook), 0)`,
    events: ['insert', 'update', 'delete'],
  },
  batches: { size: `500 + coalesce(octet_length(webhook), 0)`, events: ['insert', 'delete'] },
  webhook_deliveries: { size: `500 + octet_length(url)`, events: ['insert', 'delete'] },
}

function counting(table: string, event: Event, size: string): string {
  const added = `select account_id, ${size} as bytes from added`
  const removed = `select account_id, -(${size}) from removed`
  const [transition, changes] = {
    insert: ['new table as added', added],
    update: ['old table as removed new table as added', `${added} union all ${removed}`],
    delete: ['old table as removed', `select account_id, -(${size}) as bytes from removed`],
  }[event]
  return `
create function quarry_${table}_${event}_counted() returns trigger language plpgsql as $$
begin
  insert into stored_bytes (account_id, bytes)
  select c.account_id, sum(c.bytes) from (${changes}) c group by c.account_id having sum(c.bytes) <> 0;
  return null;
end $$;
create trigger ${event}_counted after ${event} on ${table} referencing ${transition}
  for each statement execute function quarry_${table}_${event}_counted();
`
}

const present = (table: string, size: string): string =>
  `insert into stored_bytes (account_id, bytes) select account_id, sum(${size}) from ${table} group by account_id`
