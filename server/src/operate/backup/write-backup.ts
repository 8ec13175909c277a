// Writes a backup as a stream: a tar file with the manifest, the rows of each saved table in compressed chunks, the
// page archive if requested, the totals and the checksums. docs/operating/backup-format.md describes it.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to } from 'pg-copy-streams'
import { entriesFile, listSegments, pagesFile } from '../../fetching/archive/read-archive.ts'
import { listAppliedMigrations } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { readRows, statement } from '../../platform/db/statement.ts'
import { version } from '../../platform/lib/version.ts'
import {
  BackupError,
  countRowLines,
  formatName,
  formatVersion,
  type Manifest,
  quoteName,
  rowEnd,
  savedNames,
  type Totals,
} from './backup-format.ts'
import { tarEnd, toTarEntry } from './tar.ts'

const compress = promisify(gzip)
/** Rows of the log shrink to a tenth at this level; higher levels take CPU time from calls. */
const gzipLevel = 3
/** Bounds the pause after a chunk: a slow disk or reader would otherwise double its delay. */
const maxPauseMs = 500
/** A chunk of rows ends with the first row that reaches this size. */
const chunkBytes = 4 * 1024 * 1024

type WriteOptions = {
  /** The folder of the page archive; null to leave the archive out. */
  archiveFolder: string | null
  /** Called before each table. */
  onTable?: (table: string) => void
}

export type BackupSummary = {
  rows: number
  tables: number
  archiveFiles: number
  bytes: number
  created: string
}

const beginStatement = `
begin isolation level repeatable read read only;
set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
set local max_parallel_workers_per_gather = 0`

const columnsStatement = statement(`
select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and a.attnum > 0
  and not a.attisdropped and a.attgenerated = ''
group by c.relname`)
const monthsStatement = statement(`
select substr(c.relname, 7) as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}_[0-9]{2}$' order by 1`)
const factsStatement = statement(`select now() as created, current_setting('server_version') as postgres`)
const lastIdsStatement = statement(`
select c.relname || '.' || a.attname as name,
  coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass), 0) as last
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and a.attidentity <> ''`)

/** Yields the bytes of the file; returns what is in it. The session must have no other work. */
export async function* writeBackup(
  client: ClientBase,
  { archiveFolder, onTable = () => {} }: WriteOptions,
): AsyncGenerator<Buffer, BackupSummary> {
  await client.query(beginStatement)
  const manifest = await buildManifest(client)
  const at = new Date(manifest.created)
  const totals: Totals = { rows: {}, last_ids: {}, archive: {} }
  const sums: string[] = []
  let bytes = 0
  const toEntry = (name: string, body: Buffer): Buffer => {
    sums.push(`${createHash('sha256').update(body).digest('hex')}  ${name}\n`)
    const entry = Buffer.concat(toTarEntry({ name, body }, at))
    bytes += entry.length
    return entry
  }
  yield toEntry('manifest.json', toJson(manifest))
  for (const { name, columns } of manifest.tables) {
    onTable(name)
    totals.rows[name] = 0
    let chunk = 0
    let startedMs = performance.now()
    for await (const rows of copyRows(client, name, columns)) {
      chunk += 1
      totals.rows[name] += countRowLines(rows)
      yield toEntry(`tables/${name}/${toNumber(chunk)}.copy.gz`, await compress(rows, { level: gzipLevel }))
      // Pauses as long as the chunk took, because calls share the database and the processors with the backup.
      await delay(Math.min(performance.now() - startedMs, maxPauseMs))
      startedMs = performance.now()
    }
  }
  // Sequences are not part of the snapshot: read after the rows, so that no saved id is above them.
  const last = await readRows<{ name: string; last: number }>(client, lastIdsStatement, [savedNames])
  totals.last_ids = Object.fromEntries(last.map((row) => [row.name, Number(row.last)]))
  await client.query('commit')
  for (const file of archiveFolder === null ? [] : listArchiveFiles(archiveFolder)) {
    onTable(`archive/${file.name}`)
    totals.archive[file.name] = 0
    let chunk = 0
    for await (const piece of readArchiveFile(file)) {
      chunk += 1
      totals.archive[file.name] = (totals.archive[file.name] ?? 0) + piece.length
      yield toEntry(`archive/${file.name}/${toNumber(chunk)}.gz`, await compress(piece, { level: gzipLevel }))
    }
  }
  yield toEntry('totals.json', toJson(totals))
  yield toEntry('SHA256SUMS', Buffer.from(sums.join('')))
  yield tarEnd
  return {
    rows: Object.values(totals.rows).reduce((sum, count) => sum + count, 0),
    tables: manifest.tables.length,
    archiveFiles: Object.keys(totals.archive).length,
    bytes: bytes + tarEnd.length,
    created: manifest.created,
  }
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
const toNumber = (chunk: number) => String(chunk).padStart(6, '0')

async function buildManifest(client: ClientBase): Promise<Manifest> {
  const applied = await listAppliedMigrations(client)
  if (applied.length === 0)
    throw new BackupError('the database has no tables of Quarry: there is nothing to save')
  const unknown = applied.find((name) => !Object.hasOwn(migrations, name))
  if (unknown !== undefined)
    throw new BackupError(
      `the database has the migration ${unknown}, which this version of Quarry does not know: use the version of the server`,
    )
  const [facts] = await readRows<{ created: Date; postgres: string }>(client, factsStatement)
  const found = await readRows<{ name: string; columns: string[] }>(client, columnsStatement, [savedNames])
  const columns = new Map(found.map((row) => [row.name, row.columns]))
  const months = await readRows<{ month: string }>(client, monthsStatement)
  return {
    format: formatName,
    format_version: formatVersion,
    quarry: version,
    created: new Date(facts?.created ?? 0).toISOString(),
    postgres: facts?.postgres ?? '',
    migrations: applied,
    months: months.map(({ month }) => month),
    tables: savedNames.flatMap((name) => {
      const list = columns.get(name)
      return list === undefined ? [] : [{ name, columns: list }]
    }),
  }
}

/** The rows of a table in chunks of whole rows. */
function copyRows(client: ClientBase, table: string, columns: readonly string[]) {
  const list = columns.map(quoteName).join(', ')
  // A query, because COPY itself does not read the partitions of a table.
  return cutRows(client.query(to(`copy (select ${list} from ${quoteName(table)}) to stdout`)))
}

/** Joins pieces of any size to chunks of whole rows. */
async function* cutRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(rowEnd) + 1
    size += piece.length
    if (size < chunkBytes || end === 0) {
      parts.push(piece)
      continue
    }
    yield Buffer.concat([...parts, piece.subarray(0, end)])
    const remainder = piece.subarray(end)
    parts = remainder.length === 0 ? [] : [remainder]
    size = remainder.length
  }
  if (size > 0) yield Buffer.concat(parts)
}

type ArchiveFile = { name: string; path: string }

/** The files of the page archive. Lookups are read before the pages that they refer to. */
const listArchiveFiles = (folder: string): ArchiveFile[] =>
  listSegments(folder)
    .flatMap(({ name }) => [entriesFile(folder, name), pagesFile(folder, name)])
    .map((path) => ({ name: basename(path), path }))

/** The server may append to the file meanwhile. If its segment has expired, nothing is read. */
async function* readArchiveFile({ path }: ArchiveFile): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: chunkBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
