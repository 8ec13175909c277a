// Counts the bytes that an account stores with its jobs, batches and webhook messages: one trigger function per table
// and event, so that every server version counts in the transaction that writes. Changes are inserted, never updated: a
// shared counter would be one more lock, taken in another order than those of accounts and jobs.
import type { DatabaseFunction } from './database-function.ts'

export type Event = 'insert' | 'update' | 'delete'
export type CountedTables = Readonly<Record<string, { size: string; events: readonly Event[] }>>

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

export const countFunctionName = (table: string, event: Event): string => `quarry_${table}_${event}_counted`

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
