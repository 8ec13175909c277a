// Refuses a database that a restore has filled only in part.
import type { Database } from './connect.ts'
import { statement } from './statement.ts'

/** Exists from the first write of a restore until it is complete. */
export const unfinishedRestoreTable = 'restore_state'

const existsStatement = statement(`select to_regclass('${unfinishedRestoreTable}') is not null as exists`)

export async function refuseUnfinishedRestore({ pool }: Database): Promise<void> {
  const found = await pool.query<{ exists: boolean }>(existsStatement)
  if (found.rows[0]?.exists !== true) return
  const { rows } = await pool.query<{ file: string }>(`select file from ${unfinishedRestoreTable} limit 1`)
  throw new Error(
    `a restore of the database from ${rows[0]?.file ?? 'a backup'} is running or was interrupted: run quarry restore ${rows[0]?.file ?? '<file>'} to finish it`,
  )
}
