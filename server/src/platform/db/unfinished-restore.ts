// Refuses a database that a restore has filled only in part.
import type { Database } from './connect.ts'
import { hasTable } from './statement.ts'

/** Exists from the first write of a restore until it is complete. */
export const unfinishedRestoreTable = 'restore_state'

export async function refuseUnfinishedRestore({ pool }: Database): Promise<void> {
  if (!(await hasTable(pool, unfinishedRestoreTable))) return
  const { rows } = await pool.query<{ file: string }>(`select file from ${unfinishedRestoreTable} limit 1`)
  throw new Error(
    `a restore of the database from ${rows[0]?.file ?? 'a backup'} is running or was interrupted: run quarry restore ${rows[0]?.file ?? '<file>'} to finish it`,
  )
}
