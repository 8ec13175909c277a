// How many bytes each account has stored with its jobs, batches and webhook messages, counted by the database itself.
// The sum of an account's few rows is what it has stored; a sweep folds them.
import { type CountedTables, countedTables, countFunctionName } from '../functions/count-stored.ts'

const transitions = {
  insert: 'new table as added',
  update: 'old table as removed new table as added',
  delete: 'old table as removed',
} as const

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

// The triggers keep others from writing until this transaction ends: nothing is missed or counted twice.
const present = Object.entries(countedTables).map(
  ([table, { size }]) => `
insert into stored_bytes (account_id, bytes) select account_id, sum(${size}) from ${table} group by account_id;`,
)

export const storedBytes = `
create table stored_bytes (
  id bigint generated always as identity primary key,
  account_id integer not null,
  bytes bigint not null
);
create index stored_bytes_of_account on stored_bytes (account_id);
${countTriggers(countedTables)}
${present.join('')}
`
