// The manifest that opens a backup and the totals that close it.
import { Compile, type Static, Type } from '@quarry/kit/schema'
import { migrations } from '../../platform/db/migrations/index.ts'
import { tryOrNull } from '../../platform/lib/try-or-null.ts'
import { version } from '../../platform/lib/version.ts'
import { BackupError } from './backup-error.ts'
import { savedNames } from './saved-tables.ts'

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
  refuseNewer(manifest)
  return manifest
}

function refuseNewer({ quarry, migrations: applied, tables }: Manifest): void {
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
