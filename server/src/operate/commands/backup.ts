// `quarry backup`: saves the database to a file or to standard output, and verifies such a file. `quarry restore`: loads
// it into a new data folder or an empty database.
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { loadConfig } from '../../platform/config/config.ts'
import { openLongSession } from '../../platform/db/connect.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { BackupError } from '../backup/backup-format.ts'
import { saveFile } from '../backup/backup-store.ts'
import { encrypt, readPassphrase } from '../backup/passphrase.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { type BackupSummary, writeBackup } from '../backup/write-backup.ts'
import { parseOptions, UsageError } from './command-usage.ts'
import { withDatabase } from './database-commands.ts'

export async function backup(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      'with-archive': { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
      verify: { type: 'boolean', default: false },
    },
  })
  const [path, ...rest] = positionals
  if (path === undefined || rest.length > 0)
    throw new UsageError('backup needs one file, or - for standard output; try quarry backup --help')
  if (values.verify && (path === '-' || values['with-archive']))
    throw new UsageError('backup --verify needs a file, and takes only --passphrase-file')
  if (path === '-' && process.stdout.isTTY)
    throw new UsageError('backup - writes binary data: redirect it to a file or a program')
  const passphrase = await readPassphrase(values['passphrase-file'] ?? null)
  return values.verify ? verify(path, passphrase) : save(path, passphrase, values['with-archive'])
}

async function save(path: string, passphrase: string | null, withArchive: boolean): Promise<number> {
  // Calls of a server on the same machine come first.
  setPriority(constants.priority.PRIORITY_LOW)
  const { dataDir } = loadConfig()
  const archiveFolder = withArchive ? join(dataDir, 'archive') : null
  const summary = await withDatabase(async (_, target) => {
    const client = await openLongSession(target)
    try {
      let result: BackupSummary | undefined
      async function* readBytes(): AsyncGenerator<Buffer> {
        result = yield* writeBackup(client, { archiveFolder, onTable: showStep })
      }
      const content = await encrypt(readBytes(), passphrase)
      if (path === '-') await writeToOutput(content)
      else await saveFile(path, content)
      return result
    } finally {
      showStep('')
      await client.end()
    }
  })
  if (summary === undefined) throw new BackupError('the backup ended early')
  const { rows, tables, bytes, archiveFiles, created } = summary
  const archived = withArchive ? ` and ${archiveFiles} archive ${archiveFiles === 1 ? 'file' : 'files'}` : ''
  process.stderr.write(
    `Saved ${rows} rows of ${tables} tables${archived}, as of ${created}: ${bytes} bytes${passphrase === null ? '' : ', encrypted'}.\n`,
  )
  return 0
}

async function writeToOutput(content: AsyncIterable<Uint8Array>): Promise<void> {
  // A reader that ends early has no complete backup, so this is a failure here.
  process.stdout.prependListener('error', () => process.exit(1))
  await pipeline(content, process.stdout, { end: false })
}

async function verify(path: string, passphrase: string | null): Promise<number> {
  const { manifest, totals, differences } = await verifyBackup({ path, passphrase })
  const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${path} is intact: ${rows} rows of ${manifest.tables.length} tables, saved by Quarry ${manifest.quarry} at ${manifest.created}.\n`,
  )
  if (differences.length === 0) process.stdout.write('Its ledger is balanced.\n')
  for (const difference of differences) process.stderr.write(`quarry: the ledger differs: ${difference}\n`)
  return differences.length === 0 ? 0 : 1
}

const print = (line: string) => process.stdout.write(`${line}\n`)

export async function restore(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions({
    args: [...args],
    allowPositionals: true,
    options: { 'passphrase-file': { type: 'string' } },
  })
  const [path, ...rest] = positionals
  if (path === undefined || rest.length > 0)
    throw new UsageError('restore needs one file; try quarry restore --help')
  const passphrase = await readPassphrase(values['passphrase-file'] ?? null)
  const { databaseUrl, dataDir } = loadConfig()
  const file = { path, passphrase }
  showStep(`checking ${path}`)
  const verified = await verifyBackup(file).finally(() => showStep(''))
  // As `serve`, so that this process holds the data folder alone; a command would join a running server.
  const opened = await openDatabase({ databaseUrl, dataDir, purpose: 'serve', isRestore: true })
  try {
    const restored = await restoreBackup({
      ...opened,
      file,
      verified,
      archiveFolder: join(dataDir, 'archive'),
      onStep: showStep,
      onResume: print,
    }).finally(() => showStep(''))
    printTotals(path, verified)
    if (restored.releasedHolds > 0)
      print(`Released the holds of calls that were running: ${restored.releasedHolds}.`)
    if (restored.openJobs > 0) print(`Open jobs that continue when the server starts: ${restored.openJobs}.`)
    if (restored.differences.length === 0) print('The ledger is balanced: no difference found.')
    for (const difference of restored.differences) process.stderr.write(`quarry: ${difference}\n`)
    return restored.differences.length === 0 ? 0 : 1
  } finally {
    await opened.close()
  }
}

function printTotals(path: string, { manifest, totals }: Awaited<ReturnType<typeof verifyBackup>>): void {
  print(`Restored ${path}, saved by Quarry ${manifest.quarry} at ${manifest.created}. Rows:`)
  const width = Math.max(...manifest.tables.map(({ name }) => name.length))
  for (const { name } of manifest.tables)
    if (totals.rows[name]) print(`  ${name.padEnd(width)}  ${totals.rows[name]}`)
  const files = Object.keys(totals.archive).length
  if (files > 0) print(`  ${'archive'.padEnd(width)}  ${files} files`)
}

/**
 * Shows on a terminal what a long command works on, in one line that each step replaces. An empty text removes the line.
 */
function showStep(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}
