// Reads the clock of the database, which all servers share and which dates everything that is stored.
import { type Queryable, readRows, statement } from './statement.ts'

const nowStatement = statement('select quarry_now() as now')

export async function readNow(client: Queryable): Promise<Date> {
  const [row] = await readRows<{ now: Date }>(client, nowStatement)
  if (row === undefined) throw new Error('the database returned no time')
  return row.now
}
