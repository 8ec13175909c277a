// `quarry backup`: saves the database to a file or to standard output, and verifies such a file.
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { loadConfig } from '../../platform/config/config.ts'
import { openLongSession } from '../../platform/db/connect.ts'
import { BackupError } from '../backup/backup-error.ts'
import { encrypt, readPassphrase } from '../backup/passphrase.ts'
import { saveFile } from '../backup/save-file.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { type BackupSummary, writeBackup } from '../backup/write-backup.ts'
import { withDatabase } from './database-commands.ts'
import { showStep } from './show-step.ts'
import { parseOptions, UsageError } from './usage.ts'

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
