// A whole server for a test: its own database, the real sandbox over its socket, listening on a free port.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '@quarry/kit/clock'
import type { Source } from '@quarry/kit/source'
import { sources as allSources } from '@quarry/sources'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createAccountStore, type NewAccount } from '../../src/accounts/account-store.ts'
import { createKeys, type KeyWithSecret, type NewKeyRequest } from '../../src/accounts/keys.ts'
import { type App, createApp } from '../../src/app/app.ts'
import { describeSources } from '../../src/lookups/sources/describe-sources.ts'
import { type Config, loadConfig } from '../../src/platform/config/config.ts'
import { chooseProviders } from '../../src/platform/config/providers.ts'
import type { Database, DatabaseTarget } from '../../src/platform/db/connect.ts'
import { defaultTuning, type Tuning } from '../../src/platform/tuning.ts'
import { freshDatabase } from './database.ts'

export const adminToken = 'test-admin-token-0123456789'

export type TestApp = {
  url: string
  port: number
  database: Database
  dataDir: string
  routes: App['routes']
  http: App['server']['server']
  /** Every served path, such as `GET /v2/jobs/:id`. */
  servedPaths: () => string[]
  logged: string[]
  /** Creates an account with 1,000 bonus credits, unless changed, and its key. */
  account: (
    change?: Partial<NewAccount>,
    key?: Partial<NewKeyRequest>,
  ) => Promise<{ slug: string; secret: string; key: KeyWithSecret }>
  /** Sends a request with the key in its header. */
  call: (secret: string | null, path: string, init?: RequestInit) => Promise<Response>
  admin: (path: string, init?: RequestInit) => Promise<Response>
  close: () => Promise<void>
}

export type TestAppOptions = {
  config?: Partial<Config>
  /** The content of a config file, and environment variables. */
  file?: object
  env?: Record<string, string>
  /** Limits that differ from the defaults. */
  limits?: Partial<Config['limits']>
  clock?: Clock
  nowMs?: () => number
  sources?: readonly Source[]
  /** The database of another server, for a second server on it. */
  database?: Database
  alone?: boolean
  /** Needed with `database` for scheduled backups. */
  target?: DatabaseTarget
  tuning?: Partial<Tuning>
  /** A shorter way to write these two. */
  sandboxSlow?: () => Promise<void>
  uploadLimits?: Partial<Tuning['uploads']>
}

let accounts = 0

type AppSettings = {
  sources: readonly Source[]
  changes?: Partial<Config>
  file?: object
  env?: Record<string, string>
}

async function buildConfig(
  dataDir: string,
  given: { [K in keyof AppSettings]: AppSettings[K] | undefined },
): Promise<Config> {
  const { sources = allSources, changes = {}, file = {}, env = {} } = given
  const path = join(dataDir, 'config.json')
  await writeFile(path, JSON.stringify(file))
  const names = describeSources(sources)
  const loaded = loadConfig({ ...env, QUARRY_CONFIG: path }, names)
  // An archive starts a thread, so only tests that configure one get it.
  const archive = 'archive' in file ? loaded.archive : { days: 0, bytes: 0 }
  const config: Config = { ...loaded, archive, port: 0, dataDir, ...changes }
  // Chooses the providers again for sites that were passed as a change.
  if (changes.sources !== undefined) {
    const input = { file: { sources: config.sources }, names, problems: [] }
    const { providers } = config
    config.providersByPath = chooseProviders({ ...input, providers, isOpen: false, contact: null })
  }
  return config
}

export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, drop } = options.database
    ? { database: options.database, drop: async () => {} }
    : await freshDatabase()
  // In the folder of the test run, which is deleted at its end even if this process crashes.
  const dataDir = await mkdtemp(join(dirname(inject('databaseSocket')), 'app-'))
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const { sources = allSources, config: changes, limits, file, env } = options
  const config = await buildConfig(dataDir, { sources, changes, file, env })
  config.limits = { ...config.limits, ...limits }
  const app = await createApp({
    config,
    database,
    sources,
    adminToken,
    log,
    ...(options.clock && { clock: options.clock }),
    ...(options.nowMs && { nowMs: options.nowMs }),
    ...(options.target && { target: options.target }),
    alone: options.alone ?? false,
    tuning: {
      ...options.tuning,
      sandboxDelay: options.sandboxSlow ?? null,
      uploads: { ...defaultTuning.uploads, ...options.uploadLimits },
    },
  })
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })

  const send = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })

  return {
    url,
    port: Number(new URL(url).port),
    database,
    dataDir,
    routes: app.routes,
    http: app.server.server,
    servedPaths: () => readTree(app.server.printRoutes({ commonPrefix: false })),
    logged,
    async account(change = {}, key = {}) {
      accounts += 1
      const slug = change.slug ?? `account-${accounts}`
      await createAccountStore(database).create({ name: slug, bonus_credits: 1000, ...change, slug }, 'test')
      const created = await createKeys(database).create(slug, { alias: 'main', ...key }, 'test')
      return { slug, secret: created.secret, key: created }
    },
    call: (secret, path, init) => send(path, secret === null ? {} : { 'x-api-key': secret }, init),
    admin: (path, init) =>
      send(
        path,
        {
          authorization: `Bearer ${adminToken}`,
          ...(init?.body ? { 'content-type': 'application/json' } : {}),
        },
        init,
      ),
    async close() {
      // A stopping server waits for further requests of its clients; here they send none.
      app.server.server.closeIdleConnections()
      await app.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Reads the paths from the router's printed tree: one line per piece, indented by four characters per level. */
function readTree(tree: string): string[] {
  const pieces: string[] = []
  return tree.split('\n').flatMap((line) => {
    const start = line.search(/[^\s│├└─]/)
    if (start === -1) return []
    const [, piece = '', methods = ''] = /^(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line.slice(start)) ?? []
    pieces.length = start / 4 - 1
    pieces.push(piece)
    return methods
      .split(', ')
      .filter((method) => method !== '')
      .map((method) => `${method} ${pieces.join('')}`)
  })
}

let started: Promise<TestApp> | undefined

/**
 * One server for all test files of a worker process that only read: they use their own accounts and change nothing that
 * another file could see. It runs as long as the process.
 */
export async function sharedApp(): Promise<TestApp> {
  started ??= startApp()
  return { ...(await started), close: async () => {} }
}
