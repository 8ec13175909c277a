// `quarry console-link`: prints links that open the console of the running server signed in.
import { readAdminToken } from '../access/admin-token.ts'
import { createConsoleLinks } from '../access/console-links.ts'
import { known } from '../built-in-sources.ts'
import { type Config, loadConfig } from '../config.ts'
import { UsageError } from './usage-error.ts'
import { withDatabase } from './with-database.ts'

export async function consoleLink(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`console-link takes no arguments, but got ${args[0]}`)
  const config = loadConfig(undefined, known)
  const adminToken = config.adminToken ?? (await readAdminToken(config.dataDir))
  if (adminToken === null)
    throw new Error(
      `there is no admin token in ${config.dataDir}; start the server first, or set QUARRY_DATA_DIR`,
    )
  const address = config.publicUrl?.replace(/\/$/, '') ?? toLocalAddress(config)
  const lines = await withDatabase(({ pool }) => createConsoleLinks(pool, { adminToken, address }))
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** Where the settings make the server listen, as a browser on the same host reaches it. */
function toLocalAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const local = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`
}
