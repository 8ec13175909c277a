// Reports the effective settings and the origin of each (environment, file or default). Secrets are hidden.
import { snakeCase } from '@quarry/kit/read/snake-case'
import { mapValues } from '../lib/map-values.ts'
import type { Config } from './config.ts'
import { hidden } from './file.ts'

export type Setting = { name: string; value: unknown; from: 'environment' | 'file' | 'default' }

/** `variable` is the name in the environment, `setting` the name in the file; `from` overrides the detected origin. */
type Row = { variable?: string; setting?: string; value: unknown; shown?: string; from?: Setting['from'] }

export function reportSettings(config: Config): Setting[] {
  const rows = [
    ...listSettings(config),
    ...listLimits(config),
    ...listEndpointProviders(config),
    ...listSourcesAndProviders(config),
  ]
  return rows.map(({ variable, setting, value, shown, from }) => ({
    name: shown ?? setting ?? variable ?? '',
    value: value ?? null,
    from: from ?? findOrigin(config, variable, setting),
  }))
}

function findOrigin({ written }: Config, variable = '', setting = ''): Setting['from'] {
  if (written.variables.includes(variable)) return 'environment'
  return written.settings.some((candidate) => candidate === setting || candidate.startsWith(`${setting}.`))
    ? 'file'
    : 'default'
}

const secret = (text: string | null) => (text === null ? null : hidden)

const showTarget = ({ to }: NonNullable<Config['backups']>) => ('bucket' in to ? to.bucket : to.folder)
const findBucket = ({ backups }: Config) => (backups && 'bucket' in backups.to ? backups.to : null)

const listSettings = (config: Config): Row[] => [
  { variable: 'QUARRY_HOST', value: config.host },
  { variable: 'QUARRY_PORT', value: config.port },
  { variable: 'QUARRY_ROLE', value: config.role },
  { variable: 'QUARRY_LOG_LEVEL', value: config.logLevel },
  { variable: 'QUARRY_DATA_DIR', value: config.dataDir },
  { variable: 'QUARRY_DRAIN_SECONDS', value: config.drainSeconds },
  { variable: 'DATABASE_URL', value: secret(config.databaseUrl) },
  { variable: 'REDIS_URL', value: secret(config.redisUrl) },
  { variable: 'QUARRY_ADMIN_TOKEN', value: secret(config.adminToken) },
  { variable: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: config.traces?.url },
  { variable: 'QUARRY_PUBLIC_URL', setting: 'public_url', value: config.publicUrl },
  { variable: 'QUARRY_CONTACT', setting: 'contact', value: config.contact },
  { variable: 'QUARRY_PLUGINS', setting: 'plugins', value: config.plugins },
  { setting: 'trusted_proxies', value: config.trustedProxies },
  { setting: 'cors_origins', value: config.corsOrigins },
  { setting: 'webhooks.allow_private', value: config.webhooks.allowPrivate },
  { setting: 'alerts.webhook', value: config.alerts?.webhook },
  { setting: 'alerts.secret', value: secret(config.alerts?.secret ?? null) },
  { setting: 'backups.every', value: config.backups && `${config.backups.everyMs / 60_000}m` },
  { setting: 'backups.keep', value: config.backups?.keep },
  { setting: 'backups.to', value: config.backups && showTarget(config.backups) },
  { setting: 'backups.passphrase_file', value: config.backups?.passphraseFile },
  { variable: 'AWS_REGION', value: findBucket(config)?.region },
  { variable: 'AWS_ACCESS_KEY_ID', value: findBucket(config) && hidden },
  { variable: 'AWS_SECRET_ACCESS_KEY', value: findBucket(config) && hidden },
  { setting: 'archive.days', value: config.archive.days },
  { setting: 'archive.bytes', value: config.archive.bytes },
  { setting: 'prices', value: config.prices },
  { setting: 'status', value: config.pinnedStatus },
]

const listLimits = ({ limits }: Config): Row[] =>
  Object.entries(limits).map(([name, value]) =>
    name === 'cacheBytes'
      ? { setting: 'limits.cache_mb', value: Number(value) / 1024 ** 2 }
      : { setting: `limits.${snakeCase(name)}`, value },
  )

/** Settings of a single source take precedence over `data`. */
const listEndpointProviders = (config: Config): Row[] =>
  Object.entries(config.providersByPath).map(([path, names]) => {
    const { site, hosts, providers } = config.sources[path.split('/')[2] ?? ''] ?? {}
    const isOwn = [site, hosts, providers].some((setting) => setting !== undefined)
    return {
      variable: 'QUARRY_DATA',
      setting: 'data',
      shown: `answers ${path}`,
      value: names,
      ...(isOwn ? { from: 'file' as const } : {}),
    }
  })

/** The settings of each source and provider. Keys always come from the environment. */
const listSourcesAndProviders = ({ sources, providers, written }: Config): Row[] => [
  ...Object.entries(sources).map(([name, { headers, proxy, ...value }]) => ({
    setting: `sources.${name}`,
    value: {
      ...value,
      // The proxy address may contain a password, and headers may contain any secret.
      ...(proxy === undefined ? {} : { proxy: hidden }),
      ...(headers === undefined ? {} : { headers: mapValues(headers, () => hidden) }),
    },
  })),
  ...Object.entries(providers).map(([name, { key, isUsable, ...settings }]): Row => {
    const setting = `providers.${name}`
    const isFromFile = written.settings.includes(setting)
    return {
      setting,
      value: { usable: isUsable, key: secret(key), ...settings },
      from: isFromFile ? 'file' : key === null ? 'default' : 'environment',
    }
  }),
]
