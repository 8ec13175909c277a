// Loads rows into tables: one transaction per group of tables, one COPY per table. Secondary indexes are dropped before
// and created after it, which is several times as fast as maintaining them row by row.
import { once } from 'node:events'
import type { ClientBase } from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { findGroup, type GroupName, type Manifest, quoteName } from './backup-format.ts'

export type LoadOptions = {
  client: ClientBase
  manifest: Manifest
  /** Whether an earlier attempt has loaded the group; it is then skipped. */
  isLoaded: (group: GroupName) => boolean
  /** Runs in the transaction of the group, after its last row. */
  onGroup: (group: GroupName) => Promise<void>
}

type OpenTable = { name: string; stream: CopyStreamQuery; indexes: string[] }

export function createTableLoader({ client, manifest, isLoaded, onGroup }: LoadOptions) {
  let group: GroupName | undefined
  let table: OpenTable | undefined

  async function openTable(name: string): Promise<OpenTable> {
    const columns = manifest.tables.find((candidate) => candidate.name === name)?.columns ?? []
    const indexes = await dropIndexes(client, name)
    const list = columns.map(quoteName).join(', ')
    const stream = client.query(from(`copy ${quoteName(name)} (${list}) from stdin`))
    // Without a listener the error would end the process. The next write or `closeTable` throws it.
    stream.on('error', () => {})
    return { name, stream, indexes }
  }

  async function closeTable(): Promise<void> {
    if (table === undefined) return
    const { stream, indexes } = table
    table = undefined
    if (stream.errored) throw stream.errored
    stream.end()
    await once(stream, 'finish')
    for (const index of indexes) await client.query(index)
  }

  async function closeGroup(): Promise<void> {
    if (group === undefined) return
    await closeTable()
    await onGroup(group)
    await client.query('commit')
    group = undefined
  }

  return {
    async add(name: string, rows: Buffer): Promise<void> {
      const tableGroup = findGroup(name)
      if (tableGroup === undefined || isLoaded(tableGroup)) return
      if (tableGroup !== group) {
        await closeGroup()
        group = tableGroup
        await client.query('begin')
      }
      if (table?.name !== name) {
        await closeTable()
        table = await openTable(name)
      }
      if (table.stream.errored) throw table.stream.errored
      if (!table.stream.write(rows)) await once(table.stream, 'drain')
    },
    close: closeGroup,
  }
}

/** Drops the secondary indexes and returns the statements that create them again. Indexes of constraints stay. */
async function dropIndexes(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text
    from pg_index i where i.indrelid = $1::regclass and not i.indisunique
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [quoteName(table)],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  // On a partitioned table the definition says ONLY, which would leave its partitions without the index.
  return rows.map(({ text }) => text.replace(/ ON ONLY /, ' ON '))
}
