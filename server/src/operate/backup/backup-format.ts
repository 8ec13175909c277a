// What a backup contains: the manifest, the rows of the saved tables, the page archive if requested, and the totals.
// docs/operating/backup-format.md describes the format.
import { Compile, type Static, Type } from '@quarry/kit/schema'
import { migrations } from '../../platform/db/migrations/index.ts'
import { tryOrNull } from '../../platform/lib/run.ts'
import { version } from '../../platform/lib/version.ts'

/** A backup cannot be read, written or restored. The message is shown to the operator as it is. */
export class BackupError extends Error {
  readonly kind = 'backup'
  override readonly name = 'BackupError'
}

export const formatName = 'quarry-backup'
export const formatVersion = 1

const name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' })
const count = Type.Integer({ minimum: 0 })

const manifestSchema = Type.Object({
  format: Type.Literal(formatName),
  format_version: Type.Integer({ minimum: 1 }),
  quarry: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+' }),
  created: Type.String(),
  postgres: Type.String(),
  migrations: Type.Array(Type.String()),
  /** The months that have their own partition of the log, as `2026_01`. */
  months: Type.Array(Type.String({ pattern: '^\\d{4}_\\d{2}$' })),
  tables: Type.Array(Type.Object({ name, columns: Type.Array(name, { minItems: 1 }) })),
})

const totalsSchema = Type.Object({
  rows: Type.Record(Type.String(), count),
  /** The last used id of each identity column, as `calls.id`. */
  last_ids: Type.Record(Type.String(), count),
  /** The bytes of each file of the page archive. */
  archive: Type.Record(Type.String(), count),
})

export type Manifest = Static<typeof manifestSchema>
export type Totals = Static<typeof totalsSchema>

const manifestCheck = Compile(manifestSchema)
const totalsCheck = Compile(totalsSchema)

/** Throws a BackupError for a foreign file and for a backup of a newer version. */
export function readManifest(body: Buffer): Manifest {
  const manifest = parseJson(body)
  const { format, format_version: written } = (manifest ?? {}) as Partial<Manifest>
  if (format !== formatName) throw new BackupError('it is not a Quarry backup')
  if (Number(written) > formatVersion)
    throw new BackupError(
      `it has the format ${written}, and this version of Quarry reads up to ${formatVersion}`,
    )
  if (!manifestCheck.Check(manifest)) throw new BackupError('it is damaged: manifest.json is not valid')
  checkVersion(manifest)
  return manifest
}

/** Throws for a backup that has a migration or a table which this version does not know. */
function checkVersion({ quarry, migrations: applied, tables }: Manifest): void {
  const unknown =
    applied.find((one) => !Object.hasOwn(migrations, one)) ??
    tables.find((table) => !savedNames.includes(table.name))?.name
  if (unknown !== undefined || isNewer(quarry, version))
    throw new BackupError(
      `it was written by Quarry ${quarry}${unknown === undefined ? '' : ` and has ${unknown}`}; this is version ${version}: restore it with version ${quarry} or newer`,
    )
}

function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number))
  const at = [0, 1, 2].find((index) => left?.[index] !== right?.[index])
  return at !== undefined && Number(left?.[at]) > Number(right?.[at])
}

export function readTotals(body: Buffer): Totals {
  const totals = parseJson(body)
  if (!totalsCheck.Check(totals)) throw new BackupError('it is damaged: totals.json is not valid')
  return totals
}

const parseJson = (body: Buffer): unknown => tryOrNull(() => JSON.parse(body.toString('utf8')))

/** Rows are saved in the text format of COPY: each is one line, because line breaks inside a value are escaped. */
export const rowEnd = 10

export function countRowLines(rows: Buffer): number {
  let count = 0
  for (let at = rows.indexOf(rowEnd); at !== -1; at = rows.indexOf(rowEnd, at + 1)) count += 1
  return count
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The names that files of the page archive may have: a restore writes no others to the data folder. */
export const archiveName = /^\d{14}-\w{1,64}\.(?:pages|entries)$/

/**
 * The saved tables, in the order in which a restore loads them: a table comes after those that it refers to. Each group
 * is loaded in one transaction. A test fails for a table of the database that is neither here nor in `leftOutTables`.
 */
const savedGroups = {
  accounts: [
    'accounts',
    'keys',
    'key_graces',
    'key_meters',
    'quota_buckets',
    'agent_spending',
    'webhook_secrets',
    'webhook_graces',
    'admin_log',
  ],
  ledger: ['ledger', 'holds', 'idempotency_keys'],
  log: ['calls'],
  counters: [
    'rollups',
    'rollups_hourly',
    'rollups_pending',
    'endpoint_hours',
    'event_secret',
    'provider_bookings',
    'provider_hours',
    'drift_series',
    'incidents',
  ],
  // Lines of open uploads are saved too; the restored server deletes them, because their lease is over.
  jobs: ['jobs', 'batches', 'batch_uploads', 'batch_lines', 'watches', 'watch_events', 'webhook_deliveries'],
} as const satisfies Record<string, readonly string[]>

export type GroupName = keyof typeof savedGroups

/**
 * The left-out tables, each with the reason.
 * @internal
 */
export const leftOutTables: Readonly<Record<string, string>> = {
  functions: 'created by the migrations',
  kysely_migration: 'created by the migrations; the manifest lists them',
  sessions: 'sign-ins to the console end with the server',
  session_codes: 'links that sign in work for ten minutes',
  backup_runs: 'the files that it names belong to the server that saved them',
  stored_bytes: 'counted again by triggers when jobs, batches, watches and messages are loaded',
  final_responses: 'a cache',
}

/** Saved tables whose names a migration changed: their earlier names, in older databases and backups of them. */
const earlierNames: Readonly<Record<string, string>> = { provider_bookings: 'provider_turns' }

export const savedTables: readonly string[] = Object.values(savedGroups).flat()

/** The names of saved tables in any version. A database has either the current or the earlier name of a table. */
export const savedNames: readonly string[] = savedTables.flatMap((name) => {
  const earlier = earlierNames[name]
  return earlier === undefined ? [name] : [name, earlier]
})

export function findGroup(name: string): GroupName | undefined {
  for (const [group, tables] of Object.entries(savedGroups))
    if (tables.some((table) => table === name || earlierNames[table] === name)) return group as GroupName
  return undefined
}
