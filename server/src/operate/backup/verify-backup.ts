// Reads a whole backup, checks every checksum and compares its ledger with its balances. Needs no database.
import type { Manifest } from './backup-format.ts'
import { type BackupFile, readBackup } from './read-backup.ts'

export type VerifiedBackup = Awaited<ReturnType<typeof verifyBackup>>

/**
 * Throws a BackupError for a file that cannot be used. `differences` lists how ledger and balances differ; the file
 * itself is intact then: the database differed when it was saved.
 */
export async function verifyBackup(file: BackupFile) {
  let manifest: Manifest | undefined
  let ledger: ReturnType<typeof createLedgerSums> | undefined
  for await (const part of readBackup(file)) {
    if (part.kind === 'manifest') {
      manifest = part.manifest
      ledger = createLedgerSums(manifest)
    } else if (part.kind === 'rows') ledger?.add(part.table, part.rows)
    else if (part.kind === 'end' && manifest && ledger)
      return { manifest, totals: part.totals, id: part.id, differences: ledger.findDifferences() }
  }
  throw new Error('a backup ended without its totals')
}

type Row = (column: string) => string
type Sums = Record<string, number>

/** The balances that follow from the ledger and the holds. */
const derived = [
  'subscription_granted',
  'subscription_charged',
  'subscription_expired',
  'bonus_granted',
  'bonus_charged',
  'bonus_corrected',
  'subscription_held',
  'bonus_held',
  'period_subscription_charged',
  'period_bonus_charged',
]
const balances = [...derived, 'subscription_available', 'bonus_available']
const entryNames: Record<string, string> = {
  grant: 'granted',
  charge: 'charged',
  expire: 'expired',
  correct: 'corrected',
}
const maxShown = 20

type Account = { slug: string; period: string; stored: Sums; sums: Sums }

/**
 * Compares the balances in a backup with its ledger, holds and counters, from the rows alone. Keeps one line of sums per
 * account. `quarry audit` compares more, on a database.
 */
function createLedgerSums({ tables }: Manifest) {
  const accounts = new Map<string, Account>()
  const strays: string[] = []

  function add(id: string, name: string, credits: string): void {
    const sums = accounts.get(id)?.sums
    if (sums === undefined) strays.push(`account ${id} is missing, but has ${name}`)
    else sums[name] = (sums[name] ?? 0) + Number(credits)
  }

  const readers: Record<string, (row: Row) => void> = {
    accounts(row) {
      const stored = Object.fromEntries(balances.map((name) => [name, Number(row(name))]))
      accounts.set(row('id'), { slug: row('slug'), period: row('period'), stored, sums: {} })
    },
    ledger(row) {
      const [id, fund, entry] = [row('account_id'), row('fund'), row('entry')]
      add(id, `${fund}_${entryNames[entry]}`, row('credits'))
      if (entry === 'charge' && row('period') === accounts.get(id)?.period)
        add(id, `period_${fund}_charged`, row('credits'))
    },
    holds(row) {
      add(row('account_id'), 'subscription_held', row('subscription'))
      add(row('account_id'), 'bonus_held', row('bonus'))
    },
    rollups: (row) => add(row('account_id'), 'counted', row('credits')),
    rollups_pending: (row) => add(row('account_id'), 'counted', row('credits')),
  }

  return {
    add(table: string, rows: Buffer): void {
      const read = readers[table]
      const columns = tables.find(({ name }) => name === table)?.columns
      if (read === undefined || columns === undefined) return
      const positions = new Map(columns.map((name, at) => [name, at]))
      for (const line of rows.toString('utf8').split('\n')) {
        if (line === '') continue
        const fields = line.split('\t')
        read((column) => fields[positions.get(column) ?? -1] ?? '')
        if (strays.length > maxShown) strays.length = maxShown
      }
    },
    /** One line per difference; the first 20. */
    findDifferences: (): string[] =>
      [...strays, ...[...accounts.values()].flatMap(compare)].slice(0, maxShown),
  }
}

function compare({ slug, stored, sums }: Account): string[] {
  const value = (name: string) => stored[name] ?? 0
  const differences = derived
    .filter((name) => value(name) !== (sums[name] ?? 0))
    .map((name) => `${slug}: ${name} is ${value(name)}, by the ledger and the holds ${sums[name] ?? 0}`)
  const charged = value('subscription_charged') + value('bonus_charged')
  if ((sums.counted ?? 0) !== charged)
    differences.push(`${slug}: the counters have ${sums.counted ?? 0} credits, the ledger ${charged}`)
  for (const fund of ['subscription', 'bonus']) {
    const parts = ['available', 'held', 'charged', fund === 'bonus' ? 'corrected' : 'expired']
    const sum = parts.reduce((total, part) => total + value(`${fund}_${part}`), 0)
    if (value(`${fund}_granted`) !== sum)
      differences.push(`${slug}: ${fund}_granted is ${value(`${fund}_granted`)}, its parts add up to ${sum}`)
  }
  return differences
}
