// Trigger functions: the ledger is append-only, a replaced key or webhook secret gets its grace period, and the bytes that
// an account stores are counted. As triggers they run in the transaction that writes, whichever server writes.
import { type DatabaseFunction, databaseFunction } from './database-function.ts'

export const refuseChangeFunction = databaseFunction('refuse_change()', 1)`
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
`

export const keepKeyGraceFunction = databaseFunction('quarry_keep_key_grace()', 1)`
create or replace function quarry_keep_key_grace() returns trigger language plpgsql as $$
begin
  delete from key_graces where key_id = new.id and until <= quarry_now();
  insert into key_graces (hash, key_id, until)
  select old.hash, new.id, new.previous_until where new.previous_until > quarry_now();
  return null;
end $$;
`

export const keepWebhookGraceFunction = databaseFunction('quarry_keep_webhook_grace()', 1)`
create or replace function quarry_keep_webhook_grace() returns trigger language plpgsql as $$
begin
  delete from webhook_graces where account_id = new.account_id and until <= quarry_now();
  insert into webhook_graces (account_id, secret, until)
  select new.account_id, old.secret, new.previous_until where new.previous_until > quarry_now();
  return null;
end $$;
`

export const dateWebhookSecretFunction = databaseFunction('quarry_date_webhook_secret()', 2)`
create or replace function quarry_date_webhook_secret() returns trigger language plpgsql as $$
begin
  new.created := quarry_now();
  return new;
end $$;
`

// The bytes that an account stores with its jobs, batches and webhook messages: one function per table and event. Changes
// are inserted, never updated: a shared counter would be one more lock, taken in another order than those of accounts and
// jobs.
type Event = 'insert' | 'update' | 'delete'
type CountedTables = Readonly<Record<string, { size: string; events: readonly Event[] }>>

/** 500 bytes for the row itself and its index entries. The length of a text is known without decompressing it. */
export const countedTables: CountedTables = {
  jobs: {
    size: '500 + octet_length(params) + coalesce(octet_length(result), 0) + coalesce(octet_length(webhook), 0)',
    events: ['insert', 'update', 'delete'],
  },
  batches: { size: '500 + coalesce(octet_length(webhook), 0)', events: ['insert', 'delete'] },
  webhook_deliveries: { size: '500 + octet_length(url)', events: ['insert', 'delete'] },
}

/** Separate, because the migration of watches is a later one. */
export const watchTables: CountedTables = {
  watches: {
    size: '500 + octet_length(params) + coalesce(octet_length(value), 0) + coalesce(octet_length(webhook), 0)',
    events: ['insert', 'update', 'delete'],
  },
  watch_events: {
    size: `500 + coalesce(octet_length(patch), 0) + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)`,
    events: ['insert', 'delete'],
  },
}

/** A line counts as much as the job that it becomes. */
export const uploadTables: CountedTables = {
  batch_lines: { size: '500 + octet_length(job)', events: ['insert', 'delete'] },
}

const countFunctionName = (table: string, event: Event): string => `quarry_${table}_${event}_counted`

function countFunction(table: string, event: Event, size: string): DatabaseFunction {
  const added = `select account_id, ${size} as bytes from added`
  const removed = `select account_id, -(${size}) as bytes from removed`
  const changes = { insert: added, update: `${added} union all ${removed}`, delete: removed }[event]
  return {
    signature: `${countFunctionName(table, event)}()`,
    version: 1,
    text: `
create or replace function ${countFunctionName(table, event)}() returns trigger language plpgsql as $$
begin
  insert into stored_bytes (account_id, bytes)
  select c.account_id, sum(c.bytes) from (${changes}) c group by c.account_id having sum(c.bytes) <> 0;
  return null;
end $$;
`,
  }
}

export const countStoredFunctions: readonly DatabaseFunction[] = Object.entries({
  ...countedTables,
  ...watchTables,
  ...uploadTables,
}).flatMap(([table, { size, events }]) => events.map((event) => countFunction(table, event, size)))

/** SQL that creates the triggers of these tables. */
export const countTriggers = (tables: CountedTables): string =>
  Object.entries(tables)
    .flatMap(([table, { events }]) =>
      events.map(
        (event) => `
create trigger ${event}_counted after ${event} on ${table} referencing ${transitions[event]}
  for each statement execute function ${countFunctionName(table, event)}();`,
      ),
    )
    .join('')

const transitions = {
  insert: 'new table as added',
  update: 'old table as removed new table as added',
  delete: 'old table as removed',
} as const
