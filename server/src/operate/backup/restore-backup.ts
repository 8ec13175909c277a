// Loads a verified backup into an empty database. Each step is one transaction and is recorded in it, so that a restore
// that was interrupted continues with the next step.
import { appendFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { audit } from '../../ledger/audit.ts'
import { type Database, type DatabaseTarget, openLongSession } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { BackupError } from './backup-error.ts'
import { createMonths, finishRestore, type RestoreSummary } from './finish-restore.ts'
import { createTableLoader } from './load-tables.ts'
import { type BackupFile, readBackup } from './read-backup.ts'
import { beginRestore, dropLoaded, endRestore, isEmpty, readState, recordStep } from './restore-state.ts'
import type { VerifiedBackup } from './verify-backup.ts'

export type RestoreOptions = {
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

/** The steps that are done. Refuses a database or an archive that is not empty. */
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
