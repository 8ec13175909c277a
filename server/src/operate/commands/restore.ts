// `quarry restore`: loads a backup into a new data folder or an empty database.
import { join } from 'node:path'
import { loadConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { showStep } from './show-step.ts'
import { parseOptions, UsageError } from './usage.ts'

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
