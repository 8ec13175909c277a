// Starts the server: config → database → app → listen; stops in reverse order on a signal.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@quarry/kit/endpoint'
import { destination, type Logger, pino } from 'pino'
import { ensureAdminToken } from '../accounts/admin-token.ts'
import { createConsoleLinks, ensureDemo } from '../accounts/first-sign-in.ts'
import { listProviderNames } from '../lookups/sources/configure-endpoints.ts'
import { firstExample, loadConfiguredSources } from '../lookups/sources/load-sources.ts'
import type { Config } from '../platform/config/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import type { Queryable } from '../platform/db/statement.ts'
import { readDescriptorLimit } from '../platform/lib/server-resources.ts'
import { createApp } from './app.ts'

const closeTimeoutMs = 45_000

/** Resolves once the server listens; a signal stops it. Throws if it cannot start. */
export async function serve(): Promise<void> {
  const { config, sources, endpoints } = await loadConfiguredSources()
  const log = pino({ level: config.logLevel, base: null }, destination({ fd: 2, sync: false }))
  // Mode 711: started as root, the embedded database runs as another user and must be able to enter the folder.
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    purpose: 'serve',
    max: config.limits.databaseConnections,
    maxReads: config.limits.readConnections,
    log: (line) => log.debug(line),
    // Loaded on demand: a start rarely upgrades the embedded PostgreSQL.
    copy: async (job) => (await import('../operate/backup/copy-database.ts')).copyDatabase(job),
    notify: (line) => log.info(line),
  })
  try {
    await migrate(opened.database)
    // The demo key is shown once, so a worker, which takes no calls, must not create it.
    const demo = config.role === 'worker' ? null : await ensureDemo(opened.database)
    const adminToken = config.adminToken ?? (await ensureAdminToken(config.dataDir))
    const app = await createApp({
      config,
      database: opened.database,
      target: opened.target,
      sources,
      adminToken,
      log,
      alone: opened.embedded,
      descriptors: readDescriptors(log),
    })
    const address = await app.server.listen({ host: config.host, port: config.port })
    // Before the banner: a supervisor may send a signal as soon as it reads it.
    closeOnSignal(log, config.drainSeconds, async (signal) => {
      app.drain()
      // A process manager sends SIGTERM and expects a drain; Ctrl-C (SIGINT) stops at once.
      if (signal === 'SIGTERM') await sleep(config.drainSeconds * 1000)
      await app.close()
      await opened.close()
    })
    const shown = address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]')
    if (config.role === 'worker')
      process.stdout.write(`Quarry worker is running; health check: ${shown}/readyz\n`)
    else
      printBanner(config, {
        shown,
        endpoints,
        secret: demo?.secret ?? null,
        links: await writeConsoleLines(opened.database.pool, { adminToken, address: shown }),
      })
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** With fewer, callers and background work soon compete for descriptors. */
const fewDescriptors = 1024

function readDescriptors(log: Logger): number {
  const descriptors = readDescriptorLimit()
  if (descriptors < fewDescriptors)
    log.warn({ descriptors }, 'The server may open few files and connections; raise the limit (ulimit -n)')
  return descriptors
}

function closeOnSignal(log: Logger, drainSeconds: number, close: (signal: string) => Promise<void>): void {
  let closing = false
  const stop = (signal: string) => {
    if (closing) return
    closing = true
    // Exit even if closing hangs: the database recovers from an abrupt end.
    setTimeout(() => process.exit(1), drainSeconds * 1000 + closeTimeoutMs).unref()
    close(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'The server did not stop cleanly; exiting with status 1')
        log.flush(() => process.exit(1))
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The launcher (scripts/run.mjs) died, so stop as well.
  process.on('disconnect', () => stop('disconnect'))
}

/** Sign-in links only on a terminal: in a log, every reader could use them. */
const writeConsoleLines = (pool: Queryable, link: { adminToken: string; address: string }) =>
  process.stdout.isTTY
    ? createConsoleLinks(pool, link)
    : [`Console: ${link.address}/`, 'For a link that signs you in, run: quarry console-link']

type Started = {
  shown: string
  endpoints: readonly Endpoint[]
  secret: string | null
  links: readonly string[]
}

function printBanner(config: Config, { shown, endpoints, secret, links }: Started): void {
  const lines = [
    `Quarry is listening at ${shown}`,
    ...links,
    `API reference: ${shown}/docs`,
    ...listProviders(config, endpoints),
  ]
  if (secret !== null)
    lines.push(
      '',
      `Your API key (shown only once): ${secret}`,
      'Try it:',
      '',
      `  curl -H 'x-api-key: ${secret}' '${shown}${buildExampleCall(config)}'`,
      '',
    )
  else
    lines.push(
      'To create another key for the account "demo":',
      '',
      `  curl -X POST -H "authorization: Bearer ${nameTokenSource(config)}" -H 'content-type: application/json' -d '{"alias":"another"}' '${shown}/admin/accounts/demo/keys'`,
      '',
    )
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** One line if everything is the sandbox, otherwise one per endpoint. */
function listProviders(config: Config, endpoints: readonly Endpoint[]): string[] {
  const answers = endpoints.map(
    (endpoint) => [endpoint.path, listProviderNames(config, endpoint).join(', then ')] as const,
  )
  if (answers.every(([, names]) => names === 'sandbox'))
    return [
      'Every endpoint answers from the sandbox with invented data. To use real data, set QUARRY_DATA=open.',
    ]
  const width = Math.max(...answers.map(([path]) => path.length))
  const missing = answers.filter(([, names]) => names === '').length
  return [
    '',
    'Providers:',
    ...answers.map(([path, names]) => `  ${path.padEnd(width)}  ${names || 'none'}`),
    ...(missing === 0
      ? []
      : [
          '',
          `Endpoints without a provider (${missing}) answer 500 not_configured, free of charge. Set an API key or a site for them,`,
          'or {"sources": {"<source>": {"providers": ["sandbox"]}}} for invented data. See docs/providers.md.',
        ]),
  ]
}

const nameTokenSource = (config: Config) =>
  config.adminToken === null ? `$(cat '${join(config.dataDir, 'admin-token')}')` : '$QUARRY_ADMIN_TOKEN'

/** A lookup that works on a fresh start, with the example of its first provider. */
function buildExampleCall(config: Config): string {
  const [first] = listProviderNames(config, firstExample)
  const { example } = firstExample.providers.find(({ name }) => name === first) ?? {}
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((example ?? firstExample.example) as Record<string, unknown>))
    query.set(name, String(value))
  return `${firstExample.path}?${query}`
}
