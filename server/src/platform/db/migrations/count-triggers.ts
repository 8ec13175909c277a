// SQL: the triggers that count the stored bytes of an account.
import { type CountedTables, countFunctionName } from '../functions/count-stored.ts'

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
