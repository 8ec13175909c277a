// Loads a verified backup into an empty database. Each step is one transaction and is recorded in it, so that a restore
// that was interrupted continues with the next step.
import { appendFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { audit } from '../../ledger/audit.ts'
import { type Database, type DatabaseTarget, openLongSession } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { unfinishedRestoreTable } from '../../platform/db/open-database.ts'
import { hasTable, statement } from '../../platform/db/statement.ts'
import { BackupError, type Manifest, type Totals } from './backup-format.ts'
import { createTableLoader } from './load-tables.ts'
import { type BackupFile, readBackup } from './read-backup.ts'
import type { VerifiedBackup } from './verify-backup.ts'

type RestoreOptions = {
  database: Database
  target: DatabaseTarget
  file: BackupFile
  verified: VerifiedBackup
  /** The files of the page archive are written here. */
  archiveFolder: string
  /** Called before each step. */
  onStep: (step: string) => void
  /** Called with a line for the operator if an interrupted restore is found. */
  onResume: (line: string) => void
}

type RestoreSummary = { releasedHolds: number; openJobs: number }

/** `differences` are the findings of the audit, one line each. */
export type RestoreResult = RestoreSummary & { differences: string[] }

type RecordStep = (step: string) => Promise<void>

const lockNumber = '3853314791062309108'
/** The session of a restore that was interrupted may end a moment after its process. */
const lockTimeoutMs = 3000
const lockNotAvailable = '55P03'

export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { database, target, file, verified, onStep } = options
  const client = await openLongSession(target)
  try {
    await lockDatabase(client)
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    const steps = await prepareTarget(client, options)
    const record = (step: string) => recordStep(client, step, verified.id, file.path)
    if (!steps.has('schema')) {
      onStep('schema')
      await createSchema(client, options, record)
    }
    let finished: RestoreSummary = { releasedHolds: 0, openJobs: 0 }
    if (!steps.has('finished')) {
      await loadParts(client, options, steps, record)
      onStep('migrations')
      await migrate(database)
      await client.query('begin')
      finished = await finishRestore(client, verified.totals)
      await record('finished')
      await client.query('commit')
    }
    onStep('statistics')
    await client.query('analyze')
    onStep('audit')
    const differences = await audit(database)
    await endRestore(client)
    return { ...finished, differences }
  } finally {
    await client.end()
  }
}

async function lockDatabase(client: ClientBase): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  await client.query(`select pg_advisory_lock(${lockNumber})`).catch((error: { code?: string }) => {
    const isLocked = error.code === lockNotAvailable
    throw isLocked ? new BackupError('another restore into this database is running') : error
  })
}

/** The steps that are done. Throws if the database or the archive is not empty. */
async function prepareTarget(
  client: ClientBase,
  { verified, file, archiveFolder, onResume }: RestoreOptions,
): Promise<ReadonlySet<string>> {
  const state = await readState(client)
  if (state !== null && state.backupId === verified.id) {
    onResume(
      `An earlier restore of this file was interrupted after the step "${[...state.steps].at(-1)}": continuing.`,
    )
    return state.steps
  }
  if (state !== null) {
    onResume(
      'An earlier restore of another file was interrupted: deleting what it loaded and starting again.',
    )
    await dropLoaded(client)
  } else if (!(await isEmpty(client)))
    throw new BackupError('the database is not empty: restore into a new data folder or an empty database')
  const hasPages = Object.keys(verified.totals.archive).length > 0
  if (hasPages && (await readdir(archiveFolder).catch(() => [])).length > 0)
    throw new BackupError(`the page archive ${archiveFolder} is not empty: move it away first`)
  await beginRestore(client, verified.id, file.path)
  return new Set()
}

/** The schema of the saved database; the migrations after it run on the loaded rows. */
async function createSchema(client: ClientBase, { database, verified }: RestoreOptions, record: RecordStep) {
  const { manifest } = verified
  const list = Object.entries(migrations).filter(([name]) => manifest.migrations.includes(name))
  await migrate(database, { migrations: Object.fromEntries(list) })
  await client.query('begin')
  // The migration has created a secret; the backup contains another one.
  await client.query('delete from event_secret')
  await createMonths(client, manifest)
  await record('schema')
  await client.query('commit')
}

async function loadParts(
  client: ClientBase,
  { file, verified, archiveFolder, onStep }: RestoreOptions,
  steps: ReadonlySet<string>,
  record: RecordStep,
): Promise<void> {
  const loader = createTableLoader({
    client,
    manifest: verified.manifest,
    isLoaded: (group) => steps.has(group),
    onGroup: record,
  })
  const unfinished = `${archiveFolder}.restoring`
  await rm(unfinished, { recursive: true, force: true })
  let last = ''
  for await (const part of readBackup(file)) {
    if (part.kind === 'rows') {
      if (part.table !== last) onStep(part.table)
      last = part.table
      await loader.add(part.table, part.rows)
    } else if (part.kind === 'archive') await appendPages(unfinished, part.file, part.bytes)
    else if (part.kind === 'end' && part.id !== verified.id)
      throw new BackupError(`${file.path} changed while it was restored`)
  }
  await loader.close()
  if (Object.keys(verified.totals.archive).length === 0) return
  await rm(archiveFolder, { recursive: true, force: true })
  await rename(unfinished, archiveFolder)
}

async function appendPages(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await appendFile(join(folder, name), bytes, { mode: 0o600 })
}

/**
 * How far the restore is; null if none has begun. It is recorded in the database, in a table that exists from the first
 * write until the restore is complete. Servers do not start meanwhile.
 */
async function readState(client: ClientBase) {
  if (!(await hasTable(client, unfinishedRestoreTable))) return null
  const { rows } = await client.query<{ step: string; backup_id: string }>(
    `select step, backup_id from ${unfinishedRestoreTable} order by at`,
  )
  return { backupId: rows[0]?.backup_id ?? '', steps: new Set(rows.map(({ step }) => step)) }
}

async function beginRestore(client: ClientBase, backupId: string, file: string): Promise<void> {
  await client.query('begin')
  await client.query(
    `create table ${unfinishedRestoreTable} (step text primary key, backup_id text not null, file text not null,
      at timestamptz not null default now())`,
  )
  await recordStep(client, 'begun', backupId, file)
  await client.query('commit')
}

/** Runs in the transaction of the step. */
async function recordStep(client: ClientBase, step: string, backupId: string, file: string) {
  const values = [step, backupId, file]
  await client.query(
    `insert into ${unfinishedRestoreTable} (step, backup_id, file) values ($1, $2, $3)`,
    values,
  )
}

async function endRestore(client: ClientBase): Promise<void> {
  await client.query(`drop table ${unfinishedRestoreTable}`)
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
async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(objectsQuery)
  return !rows.some(({ kind }) => kind === 'table')
}

/** Deletes what an interrupted restore loaded: the database was empty before it. */
async function dropLoaded(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(objectsQuery)
  await client.query('begin')
  for (const kind of ['table', 'function', 'type'])
    for (const { name } of rows.filter((row) => row.kind === kind))
      await client.query(`drop ${kind} if exists ${name} cascade`)
  await client.query('commit')
}

const callHoldsStatement = statement(`
select array_agg(distinct account_id) as accounts, array_agg(id) as ids from holds where kind = 'call'`)
const releaseStatement = statement(`
select count(*)::integer as count from quarry_settle($1::integer[], $2::uuid[], $3::integer[], false)`)
// A key without a stored response belongs to a call that ended with its server.
const markersStatement = statement('delete from idempotency_keys where status is null')
const jobsStatement = statement(`
update jobs set state = 'queued', handed_back = handed_back + 1, lease_until = null where state = 'running'`)
const openJobsStatement = statement(`
select count(*)::integer as count from jobs where state in ('queued', 'running')`)
const deliveriesStatement = statement(`
update webhook_deliveries set lease_until = null, next_at = quarry_now() where state = 'pending' and lease_until is not null`)

/**
 * The last steps, after the rows: identity columns continue after the saved ids, holds of calls are released, and leases
 * of servers that no longer run are ended.
 */
async function finishRestore(client: ClientBase, totals: Totals): Promise<RestoreSummary> {
  for (const [name, last] of Object.entries(totals.last_ids)) await continueIds(client, name, last)
  const { rows } = await client.query<{ accounts: number[] | null; ids: string[] | null }>(callHoldsStatement)
  const { accounts, ids } = rows[0] ?? {}
  if (accounts && ids) await client.query({ ...releaseStatement, values: [accounts, ids, ids.map(() => 0)] })
  await client.query(markersStatement)
  await client.query(jobsStatement)
  await client.query(deliveriesStatement)
  const open = await client.query<{ count: number }>(openJobsStatement)
  return { releasedHolds: ids?.length ?? 0, openJobs: open.rows[0]?.count ?? 0 }
}

async function continueIds(client: ClientBase, name: string, last: number): Promise<void> {
  const [table = '', column = ''] = name.split('.')
  const found = await client.query<{ max: string | null }>(`select max(${column}) as max from ${table}`)
  const highest = Math.max(last, Number(found.rows[0]?.max ?? 0))
  if (highest > 0)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, highest])
}

const monthPattern = /^(\d{4})_(\d{2})$/

/** Creates the partitions of the log that the saved database had: without them old months could not be dropped. */
async function createMonths(client: ClientBase, { months }: Manifest): Promise<void> {
  for (const name of months) {
    const [, year, month] = monthPattern.exec(name) ?? []
    const [first, next] = [0, 1].map((ahead) =>
      new Date(Date.UTC(Number(year), Number(month) - 1 + ahead, 1)).toISOString(),
    )
    await client.query(
      `create table if not exists calls_${name} partition of calls for values from ('${first}') to ('${next}')`,
    )
  }
}
