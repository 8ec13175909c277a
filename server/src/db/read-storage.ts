// How much the service stores: the size of the database, and the disk of the data folder.
import { statfs } from 'node:fs/promises'
import { type Queryable, statement } from './statement.ts'

export type Storage = {
  database_bytes: number
  /** Null where the system does not say. */
  disk_bytes: number | null
  disk_free_bytes: number | null
}

const sizeStatement = statement('select pg_database_size(current_database())::bigint as bytes')

export async function readStorage(pool: Queryable, dataDir: string): Promise<Storage> {
  const { rows } = await pool.query<{ bytes: number }>(sizeStatement)
  const disk = await statfs(dataDir).catch(() => null)
  return {
    database_bytes: rows[0]?.bytes ?? 0,
    disk_bytes: disk && disk.blocks * disk.bsize,
    disk_free_bytes: disk && disk.bavail * disk.bsize,
  }
}
