// Commands on the database: `quarry migrate`, `quarry audit` and `quarry console-link`.
import { readAdminToken } from '../../accounts/admin-token.ts'
import { createConsoleLinks } from '../../accounts/first-sign-in.ts'
import { audit } from '../../ledger/audit.ts'
import { loadConfiguredSources } from '../../lookups/sources/load-sources.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import type { Database, DatabaseTarget } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { copyDatabase } from '../backup/copy-database.ts'

/** Opens the database for one command: the external one, or the embedded one, which is started if no server runs it. */
export async function withDatabase<T>(work: (database: Database, target: DatabaseTarget) => Promise<T>) {
  const { databaseUrl, dataDir } = loadConfig()
  const opened = await openDatabase({
    databaseUrl,
    dataDir,
    purpose: 'command',
    copy: copyDatabase,
    notify: (line) => process.stderr.write(`${line}\n`),
  })
  try {
    return await work(opened.database, opened.target)
  } finally {
    await opened.close()
  }
}

export async function runMigrate(): Promise<number> {
  const applied = await withDatabase((database) => migrate(database))
  process.stdout.write(
    applied.length === 0 ? 'The database is up to date.\n' : `Applied: ${applied.join(', ')}\n`,
  )
  return 0
}

export async function runAudit(): Promise<number> {
  const differences = await withDatabase((database) => audit(database))
  if (differences.length === 0) process.stdout.write('The ledger is balanced: no difference found.\n')
  for (const difference of differences) process.stderr.write(`quarry: ${difference}\n`)
  return differences.length === 0 ? 0 : 1
}

export async function runConsoleLink(): Promise<number> {
  const { config } = await loadConfiguredSources()
  const adminToken = config.adminToken ?? (await readAdminToken(config.dataDir))
  if (adminToken === null)
    throw new Error(
      `there is no admin token in ${config.dataDir}; start the server first, or set QUARRY_DATA_DIR`,
    )
  const address = config.publicUrl ?? toLocalAddress(config)
  const lines = await withDatabase(({ pool }) => createConsoleLinks(pool, { adminToken, address }))
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** The configured listening address, as a browser on the same host reaches it. */
function toLocalAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const local = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`
}
