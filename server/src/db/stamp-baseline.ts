// Databases from before the baseline: one with all migrations that the baseline replaced is marked as being at the
// baseline; an older one must be upgraded with the last commit that has those migrations.

/** The table that names the applied migrations. */
import { type Queryable, statement } from './statement.ts'
export const namesTable = 'kysely_migration'

const baselineName = '0100-baseline'
const replaced = { count: 32, last: '0050-idempotent-bodies' } as const
const lastCommitWithThem = '1d7d37f'

const forgetStatement = statement(`delete from ${namesTable} where name < '${baselineName}'`)
const recordStatement = statement(`insert into ${namesTable} (name, timestamp) values ($1, $2)`)

/** Returns the applied migrations as they are afterwards. */
export async function stampBaseline(client: Queryable, applied: readonly string[]): Promise<string[]> {
  const earlier = applied.filter((name) => name < baselineName)
  if (earlier.length === 0) return [...applied]
  if (earlier.length !== replaced.count || !earlier.includes(replaced.last))
    throw new Error(
      `the database is too old for this version of Quarry: stop all servers, check out commit ${lastCommitWithThem}, ` +
        'run "npm ci" and "npm run -s quarry -- migrate" there, then start this version again',
    )
  await client.query(forgetStatement)
  await recordMigration(client, baselineName)
  return [baselineName, ...applied.filter((name) => !earlier.includes(name))]
}

export async function recordMigration(client: Queryable, name: string): Promise<void> {
  await client.query({ ...recordStatement, values: [name, new Date().toISOString()] })
}
