// From configuration to a listening server: config → database → app → listen, and the same way back on a signal.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { destination, type Logger, pino } from 'pino'
import { ensureAdminToken } from './access/admin-token.ts'
import { createConsoleLinks } from './access/console-links.ts'
import { ensureDemo } from './access/ensure-demo.ts'
import { createApp } from './app.ts'
import { endpoints, firstExample, known, sources } from './built-in-sources.ts'
import { type Config, loadConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import type { Queryable } from './db/statement.ts'
import { listProviderNames } from './lookups/configure-endpoints.ts'

const closeTimeoutMs = 45_000

/** Runs the server until a signal ends it. Throws where it cannot start. */
export async function serve(): Promise<void> {
  const config = loadConfig(undefined, known)
  const log = pino({ level: config.logLevel, base: null }, destination({ fd: 2, sync: false }))
  // Open to be entered, not to be read: as root the database runs as another user, from inside it.
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  const opened = await openDatabase({
    ...(config.databaseUrl === null ? {} : { databaseUrl: config.databaseUrl }),
    dataDir: config.dataDir,
    purpose: 'serve',
    max: config.limits.databaseConnections,
    maxReads: config.limits.readConnections,
    log: (line) => log.debug(line),
  })
  try {
    await migrate(opened.database)
    // Its key is for whoever calls: a worker nobody can call does not use it up.
    const demo = config.role === 'worker' ? null : await ensureDemo(opened.database)
    const adminToken = config.adminToken ?? (await ensureAdminToken(config.dataDir))
    const app = await createApp({
      config,
      database: opened.database,
      sources,
      adminToken,
      log,
      alone: opened.embedded,
    })
    const address = await app.server.listen({ host: config.host, port: config.port })
    // Before the banner: a signal that follows it must find its handler.
    closeOnSignal(log, config.drainSeconds, async (signal) => {
      app.drain()
      // A process manager sends SIGTERM and expects a drain; Ctrl-C (SIGINT) stops at once.
      if (signal === 'SIGTERM') await rest(config.drainSeconds * 1000)
      await app.close()
      await opened.close()
    })
    const shown = address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]')
    if (config.role === 'worker')
      process.stdout.write(`Quarry is working; its health is at ${shown}/readyz\n`)
    else
      printBanner(config, {
        shown,
        secret: demo?.secret ?? null,
        links: await consoleLines(opened.database.pool, { adminToken, address: shown }),
      })
  } catch (error) {
    await opened.close()
    throw error
  }
}

function closeOnSignal(log: Logger, drainSeconds: number, close: (signal: string) => Promise<void>): void {
  let closing = false
  const stop = (signal: string) => {
    if (closing) return
    closing = true
    // A close that hangs must not keep the process: the database recovers from an abrupt end.
    setTimeout(() => process.exit(1), drainSeconds * 1000 + closeTimeoutMs).unref()
    close(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'stopping failed')
        log.flush(() => process.exit(1))
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The launcher (scripts/run.mjs) died: its server must not go on without it.
  process.on('disconnect', () => stop('disconnect'))
}

/** Output that is not a terminal ends up in a log, where a link would sign in whoever reads it. */
const consoleLines = (pool: Queryable, link: { adminToken: string; address: string }) =>
  process.stdout.isTTY
    ? createConsoleLinks(pool, link)
    : [`Console: ${link.address}/`, 'For a link that signs in, run: quarry console-link']

type Started = { shown: string; secret: string | null; links: readonly string[] }

function printBanner(config: Config, { shown, secret, links }: Started): void {
  const lines = [
    `Quarry is listening at ${shown}`,
    ...links,
    `API reference: ${shown}/docs`,
    ...whoAnswers(config),
  ]
  if (secret !== null)
    lines.push(
      '',
      `Your key, shown this once: ${secret}`,
      'Try it:',
      '',
      `  curl -H 'x-api-key: ${secret}' '${shown}${exampleCall(config)}'`,
      '',
    )
  else
    lines.push(
      'Another key for the account "demo":',
      '',
      `  curl -X POST -H "authorization: Bearer ${tokenSource(config)}" -H 'content-type: application/json' -d '{"alias":"another"}' '${shown}/admin/accounts/demo/keys'`,
      '',
    )
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** One line while everything is pretended; otherwise one for each endpoint. */
function whoAnswers(config: Config): string[] {
  const answers = endpoints.map(
    (endpoint) => [endpoint.path, listProviderNames(config, endpoint).join(', then ')] as const,
  )
  if (answers.every(([, names]) => names === 'sandbox'))
    return ['Every endpoint answers from the sandbox, with invented data.']
  const width = Math.max(...answers.map(([path]) => path.length))
  return ['', 'Who answers:', ...answers.map(([path, names]) => `  ${path.padEnd(width)}  ${names}`)]
}

const tokenSource = (config: Config) =>
  config.adminToken === null ? `$(cat '${join(config.dataDir, 'admin-token')}')` : '$QUARRY_ADMIN_TOKEN'

/** A small lookup that works on a fresh start, with the example of the provider that answers it. */
function exampleCall(config: Config): string {
  const endpoint = firstExample
  const [first] = listProviderNames(config, endpoint)
  const example = endpoint.providers.find(({ name }) => name === first)?.example ?? endpoint.example
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(example as Record<string, unknown>))
    query.set(name, String(value))
  return `${endpoint.path}?${query}`
}
