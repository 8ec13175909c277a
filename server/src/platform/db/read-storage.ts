// How much the service stores: the size of the database and its largest tables, and the disk of the data folder.
import { statfs } from 'node:fs/promises'
import { type Queryable, statement } from './statement.ts'

const sizeStatement = statement('select pg_database_size(current_database())::bigint as bytes')

const tablesStatement = statement(`
select coalesce(p.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
group by 1 order by 2 desc, 1 limit 10`)

export async function readStorage(pool: Queryable, dataDir: string) {
  const { rows } = await pool.query<{ bytes: number }>(sizeStatement)
  const { rows: tables } = await pool.query<{ name: string; bytes: number }>(tablesStatement)
  const disk = await statfs(dataDir).catch(() => null)
  return {
    database_bytes: rows[0]?.bytes ?? 0,
    /** Null where the system does not say. */
    disk_bytes: disk && disk.blocks * disk.bsize,
    disk_free_bytes: disk && disk.bavail * disk.bsize,
    /** The largest tables, with their indexes and partitions. */
    tables,
  }
}
