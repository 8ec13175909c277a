// Reads the environment and the config file; nothing outside this folder does. Reports all bad values at once, each with
// its name, value and what is allowed, before anything else starts.
import { dirname, resolve } from 'node:path'
import { readBackups } from './backups.ts'
import {
  type ConfigFile,
  type ConfigInput,
  type ConfigurableNames,
  checkFile,
  createReport,
  hidden,
  readConfigFile,
} from './file.ts'
import { chooseProviders, readProviders } from './providers.ts'
import { readTraces } from './traces.ts'

const defaultConnections = 10
const defaultReads = 4

export type StatusLabel = 'operational' | 'degraded'
/** The status that callers see. `not_configured`: the endpoint has no provider, so no health is measured. */
export type EndpointStatus = StatusLabel | 'not_configured'

export type Config = ReturnType<typeof loadConfig>

/** One or more settings are wrong; the message has one line per problem. */
export class ConfigError extends Error {
  readonly kind = 'config'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env, names?: ConfigurableNames) {
  const problems: string[] = []
  const reportBad = createReport(problems)
  const read = (name: string, fallback: string) => env[name]?.trim() || fallback

  const environment = readEnvironment(read, reportBad)
  const file = readConfigFile(read('QUARRY_CONFIG', ''), problems)
  const input = { file, env, names, problems }
  checkFile(input)
  const data = read('QUARRY_DATA', file.data ?? 'sandbox')
  if (data !== 'sandbox' && data !== 'open') reportBad('QUARRY_DATA', data, 'sandbox or open')
  const contact = read('QUARRY_CONTACT', file.contact ?? '') || null
  if (
    contact !== null &&
    !/^(?:https?:\/\/[\x21-\x7e]{1,200}|[\x21-\x7e]{1,100}@[\x21-\x7e]{1,100})$/.test(contact)
  )
    reportBad('QUARRY_CONTACT', contact, 'a mail address or the URL of a page about you')
  const publicUrl = read('QUARRY_PUBLIC_URL', file.public_url ?? '') || null
  if (publicUrl !== null && !/^https?:\/\/[^\s?#@]{1,200}$/.test(publicUrl))
    reportBad('QUARRY_PUBLIC_URL', publicUrl, 'the http(s):// address at which callers reach the server')
  const providers = readProviders(input)
  const providersByPath = chooseProviders({ ...input, providers, isOpen: data === 'open', contact })
  if (environment.databaseUrl === null) checkConnections(input)
  const traces = readTraces(env, problems)
  const backups = readBackups(input)
  if (problems.length > 0) throw new ConfigError(problems)

  return {
    ...environment,
    dataDir: resolve(read('QUARRY_DATA_DIR', './data')),
    /** The names of the settings that are set, in the environment and in the file. */
    written: {
      variables: Object.keys(env).filter((name) => env[name]?.trim()),
      settings: listNames(file),
    },
    prices: file.prices ?? {},
    pinnedStatus: file.status ?? {},
    sources: file.sources ?? {},
    /** The settings of each upstream API: address, rate limit, key. */
    providers,
    /** The providers of each endpoint, in the order they are tried. */
    providersByPath,
    /** Paths or package names, as they are written. */
    plugins: readPluginNames(env, file),
    /** How providers can reach the operator of this server. */
    contact,
    /** The address that callers use, if it differs from the listening address. */
    publicUrl: publicUrl?.replace(/\/$/, '') ?? null,
    trustedProxies: file.trusted_proxies ?? [],
    /** Origins of web pages that may call the API with a key. */
    corsOrigins: file.cors_origins ?? [],
    /** `allowPrivate`: also allow private addresses, http: and other ports. */
    webhooks: { allowPrivate: file.webhooks?.allow_private ?? false },
    /** The webhook that receives alarms, and the secret that signs them. */
    alerts: readAlerts(file),
    traces,
    backups,
    /** The archive of fetched pages; 0 for either value turns it off. */
    archive: { days: file.archive?.days ?? 3, bytes: file.archive?.bytes ?? 256 * 1024 ** 2 },
    limits: readLimits(file.limits),
  }
}

/** The bounds of the server; null means no limit. */
const readLimits = (limits: ConfigFile['limits']) => ({
  upstreamTryMs: limits?.upstream_try_ms ?? 15_000,
  upstreamTotalMs: limits?.upstream_total_ms ?? 30_000,
  cacheBytes: (limits?.cache_mb ?? 64) * 1024 * 1024,
  jobTotalMs: limits?.job_total_ms ?? 30_000,
  jobResultHours: limits?.job_result_hours ?? 24,
  logRetentionMonths: limits?.log_retention_months ?? 13,
  /** Requests per second for accounts without a `rate_limit`. */
  defaultPerSecond: orDefault(limits?.default_per_second, 1000),
  /** Refused answers (400, 402, 413, 422) per account and minute. */
  refusedPerMinute: orDefault(limits?.refused_per_minute, 1000),
  /** Lookups per account and minute that lack a required field. */
  fieldsMissingPerMinute: orDefault(limits?.fields_missing_per_minute, 60),
  databaseConnections: limits?.database_connections ?? defaultConnections,
  readConnections: limits?.read_connections ?? defaultReads,
  /** Jobs, batches, results and webhook messages together. */
  storedBytesPerAccount: orDefault(limits?.stored_bytes_per_account, 2 * 1024 ** 3),
  watchesPerAccount: orDefault(limits?.watches_per_account, 1_000),
  /** Responses stored for idempotency keys. */
  idempotentBytesPerAccount: orDefault(limits?.idempotent_bytes_per_account, 256 * 1024 ** 2),
})

/** Lists the settings in the file, such as `limits.cache_mb`. Only the first two levels are named. */
const listNames = (file: ConfigFile): string[] =>
  Object.entries(file).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.keys(value).map((one) => `${name}.${one}`)
      : [name],
  )

const readAlerts = ({ alerts: { webhook, secret } = {} }: ConfigFile) =>
  webhook === undefined || secret === undefined ? null : { webhook, secret }

/** Unlike `??`, keeps null, which turns a limit off. */
const orDefault = <T>(value: T | undefined, fallback: T): T => (value === undefined ? fallback : value)

// The embedded database's other connections are reserved for commands that run alongside the server.
const maxEmbedded = 50

function checkConnections({ file: { limits = {} }, problems }: ConfigInput): void {
  const { database_connections: others = defaultConnections, read_connections: reads = defaultReads } = limits
  if (others + reads > maxEmbedded)
    problems.push(
      `limits.database_connections and limits.read_connections are ${others} and ${reads}: together they must be at most ${maxEmbedded} if DATABASE_URL is not set`,
    )
}

/** `names` are paths or package names, resolved from `folder`; `setting` is where they are written. */
export type PluginList = { names: readonly string[]; folder: string; setting: string }

/** The variable overrides the file, as for other settings. */
export const readPluginNames = (env: NodeJS.ProcessEnv, file: ConfigFile): readonly string[] => {
  const variable = env.QUARRY_PLUGINS?.trim()
  if (!variable) return file.plugins ?? []
  return variable
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Problems of the file are left to `loadConfig`, which reports all of them. */
export function loadPluginList(env: NodeJS.ProcessEnv = process.env): PluginList {
  const path = env.QUARRY_CONFIG?.trim() ?? ''
  const names = readPluginNames(env, readConfigFile(path, []))
  return env.QUARRY_PLUGINS?.trim()
    ? { names, folder: process.cwd(), setting: 'QUARRY_PLUGINS' }
    : { names, folder: dirname(resolve(path)), setting: `plugins in ${path}` }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const roles = ['all', 'api', 'worker'] as const
export type LogLevel = (typeof logLevels)[number]

export function readEnvironment(
  read: (name: string, fallback: string) => string,
  bad: ReturnType<typeof createReport>,
) {
  const port = read('QUARRY_PORT', '8080')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    bad('QUARRY_PORT', port, 'an integer from 0 to 65535 (0 picks a free port)')
  const host = read('QUARRY_HOST', '127.0.0.1')
  if (!/^[A-Za-z0-9.:_-]{1,255}$/.test(host)) bad('QUARRY_HOST', host, 'an address or host name to listen on')
  const logLevel = read('QUARRY_LOG_LEVEL', 'info')
  if (!isMember(logLevels, logLevel)) bad('QUARRY_LOG_LEVEL', logLevel, `one of ${logLevels.join(', ')}`)
  const role = read('QUARRY_ROLE', 'all')
  if (!isMember(roles, role)) bad('QUARRY_ROLE', role, `one of ${roles.join(', ')}`)
  const databaseUrl = read('DATABASE_URL', '') || null
  if (isMember(roles, role) && role !== 'all' && databaseUrl === null)
    bad(
      'QUARRY_ROLE',
      role,
      'all if DATABASE_URL is not set, because the embedded database serves one server only',
    )
  if (databaseUrl && !/^postgres(?:ql)?:\/\/./.test(databaseUrl))
    bad('DATABASE_URL', hidden, 'a URL that begins with postgres:// or postgresql://')
  const drainSeconds = read('QUARRY_DRAIN_SECONDS', '0')
  if (!/^\d{1,3}$/.test(drainSeconds) || Number(drainSeconds) > 300)
    bad('QUARRY_DRAIN_SECONDS', drainSeconds, 'an integer from 0 to 300')
  const redisUrl = read('REDIS_URL', '') || null
  if (redisUrl && !/^rediss?:\/\/./.test(redisUrl))
    bad('REDIS_URL', hidden, 'a URL that begins with redis:// or rediss://')
  const adminToken = read('QUARRY_ADMIN_TOKEN', '') || null
  if (adminToken && !/^[\x21-\x7e]{16,256}$/.test(adminToken))
    bad('QUARRY_ADMIN_TOKEN', hidden, '16 to 256 printable characters without spaces')
  return {
    host,
    port: Number(port),
    databaseUrl,
    /** Redis shares rate limits and cached records between servers, never credits. */
    redisUrl,
    /** How long a stopping server still serves calls while its health check reports not ready. */
    drainSeconds: Number(drainSeconds),
    role: role as (typeof roles)[number],
    adminToken,
    logLevel: logLevel as LogLevel,
  }
}

const isMember = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value)
