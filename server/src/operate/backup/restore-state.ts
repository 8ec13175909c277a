// Records how far a restore is, in the database that it fills: a table that exists from the first write until the
// restore is complete. Servers refuse to start meanwhile.
import type { ClientBase } from 'pg'
import { hasTable } from '../../platform/db/statement.ts'
import { unfinishedRestoreTable as table } from '../../platform/db/unfinished-restore.ts'

/** Null where no restore has begun. */
export async function readState(client: ClientBase) {
  if (!(await hasTable(client, table))) return null
  const { rows } = await client.query<{ step: string; backup_id: string }>(
    `select step, backup_id from ${table} order by at`,
  )
  return { backupId: rows[0]?.backup_id ?? '', steps: new Set(rows.map(({ step }) => step)) }
}

export async function beginRestore(client: ClientBase, backupId: string, file: string): Promise<void> {
  await client.query('begin')
  await client.query(
    `create table ${table} (step text primary key, backup_id text not null, file text not null,
      at timestamptz not null default now())`,
  )
  await recordStep(client, 'begun', backupId, file)
  await client.query('commit')
}

/** In the transaction of the step. */
export async function recordStep(client: ClientBase, step: string, backupId: string, file: string) {
  const values = [step, backupId, file]
  await client.query(`insert into ${table} (step, backup_id, file) values ($1, $2, $3)`, values)
}

export async function endRestore(client: ClientBase): Promise<void> {
  await client.query(`drop table ${table}`)
}

/** Objects of extensions, such as pg_stat_statements, do not count. */
const isOwn = (catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${catalog}.oid and d.deptype = 'e')`

const objectsQuery = `
select 'table' as kind, oid::regclass::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and ${isOwn('pg_class')}
union all
select 'type', oid::regtype::text from pg_type
  where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd') and ${isOwn('pg_type')}
union all
select 'function', oid::regprocedure::text from pg_proc
  where pronamespace = current_schema()::regnamespace and ${isOwn('pg_proc')}`

/** Tables of other programs count too, so that a restore never mixes with other data. */
export async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(objectsQuery)
  return !rows.some(({ kind }) => kind === 'table')
}

/** Deletes what an interrupted restore loaded. The database was empty before it. */
export async function dropLoaded(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(objectsQuery)
  await client.query('begin')
  for (const kind of ['table', 'function', 'type'])
    for (const { name } of rows.filter((row) => row.kind === kind))
      await client.query(`drop ${kind} if exists ${name} cascade`)
  await client.query('commit')
}
