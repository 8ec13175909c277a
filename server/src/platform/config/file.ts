// Reads the config file, compares it with its schema and reports each bad setting.
import { readFileSync } from 'node:fs'
import { isUrl } from '@quarry/kit/is-url'
import { at } from '@quarry/kit/read/values'
import { Compile, type Static, Type } from '@quarry/kit/schema'
import type { UpstreamApi } from '@quarry/kit/upstream-api'
import { isOrigin } from '../lib/headers.ts'

/**
 * The sources and upstream APIs that can be configured, passed in because the configuration itself imports no source.
 */
export type ConfigurableNames = {
  sources: readonly { name: string; takesHosts?: boolean; endpoints: readonly ConfigurableEndpoint[] }[]
  apis: readonly ConfigurableApi[]
}

export type ConfigurableEndpoint = {
  path: string
  apis: readonly string[]
  /** The APIs of `apis` that have only a part of all subjects. */
  partial?: readonly string[]
  /** Set if no provider of the endpoint reads a site. */
  lacksSite?: true
  /** It has no sandbox site. */
  lacksSandbox?: true
}

export type ConfigurableApi = Pick<UpstreamApi, 'name' | 'hosts' | 'isSelfHosted' | 'needsContact'> & {
  credentials?: { env: string; oauth?: unknown; basic?: unknown }
  /** Other upstream APIs that it needs: it is usable only if they are. */
  companions?: readonly string[]
}

/** What the settings are read from and compared with, and the list that their problems are added to. */
export type ConfigInput = {
  file: ConfigFile
  env: NodeJS.ProcessEnv
  names: ConfigurableNames | undefined
  problems: string[]
}

/** Returns a function that adds a bad value to the problems. */
export const createReport = (problems: string[]) => (name: string, value: unknown, allowed: string) =>
  void problems.push(`${name} is ${JSON.stringify(value)}: it must be ${allowed}`)

/** Shown instead of connection strings, tokens and other secrets. */
export const hidden = '(hidden)'

export function readConfigFile(path: string, problems: string[]): ConfigFile {
  if (!path) return {}
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? `valid JSON (${error.message})` : 'a readable JSON file'
    problems.push(`QUARRY_CONFIG is ${JSON.stringify(path)}: it must be ${why}`)
    return {}
  }
  if (fileCheck.Check(content)) return content
  for (const error of fileCheck.Errors(content)) {
    if (error.keyword === 'boolean' || error.keyword === 'additionalProperties') {
      if (error.keyword === 'boolean')
        problems.push(`${path}: ${settingName(error.instancePath)} is not a setting`)
      continue
    }
    const value = at(content, ...splitPointer(error.instancePath))
    const secret = /\/(?:proxy|headers|secret)\b/.test(error.instancePath)
    const shown = secret ? hidden : JSON.stringify(value)
    problems.push(`${path}: ${settingName(error.instancePath)} is ${shown}: it ${error.message}`)
  }
  return {}
}

const unescapePointer = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~')
const splitPointer = (pointer: string) => pointer.split('/').slice(1).map(unescapePointer)
const settingName = (pointer: string) => splitPointer(pointer).join('.') || 'the file'

/** Checks what the schema cannot express: names that must exist, and addresses that need `allow_private`. */
export function checkFile(input: ConfigInput): void {
  const { file, names, problems } = input
  for (const [name, settings] of Object.entries(file.sources ?? {})) {
    const sources = names?.sources.map((source) => source.name)
    if (sources && !sources.includes(name))
      problems.push(`sources.${name} is not a source: it must be one of ${sources.join(', ')}`)
    checkHosts(name, settings, input)
    const site = settings.site
    if (!site) continue
    if (!isUrl(site.replaceAll('{domain}', 'fr')))
      problems.push(`sources.${name}.site is ${JSON.stringify(site)}: it must be an https:// address`)
    else if (!settings.allow_private && !/^https:\/\/[^/:]+\/?$/.test(site))
      problems.push(
        `sources.${name}.site is ${JSON.stringify(site)}: it must be an https:// address without a port, unless allow_private is true`,
      )
  }
  for (const [index, origin] of (file.cors_origins ?? []).entries())
    if (!isOrigin(origin))
      problems.push(
        `cors_origins.${index} is ${JSON.stringify(origin)}: it must be an origin as a browser sends it, such as https://app.example`,
      )
  checkAlerts(input)
  const bytes = file.archive?.bytes ?? 0
  if (bytes > 0 && bytes < minArchiveBytes)
    problems.push(`archive.bytes is ${bytes}: it must be 0 (no archive) or at least ${minArchiveBytes}`)
  for (const section of ['prices', 'status'] as const)
    for (const path of Object.keys(file[section] ?? {})) checkPath(`${section}.${path}`, path, input)
}

function checkHosts(name: string, { site, hosts }: SourceSettings, { names, problems }: ConfigInput): void {
  const takesHosts = names?.sources.find((source) => source.name === name)?.takesHosts
  if (hosts !== undefined && !takesHosts)
    problems.push(`sources.${name}.hosts cannot be set: the source has one site; set sources.${name}.site`)
  if (site !== undefined && takesHosts)
    problems.push(`sources.${name}.site cannot be set: list the hosts in sources.${name}.hosts`)
}

function checkAlerts({ file: { alerts, webhooks }, problems }: ConfigInput): void {
  const { webhook, secret } = alerts ?? {}
  if ((webhook === undefined) !== (secret === undefined))
    problems.push(
      `alerts has ${webhook === undefined ? 'a secret and no webhook' : 'a webhook and no secret'}: it must have both, or neither`,
    )
  const scheme = webhooks?.allow_private ? /^https?:\/\/./ : /^https:\/\/./
  if (webhook !== undefined && !(scheme.test(webhook) && isUrl(webhook)))
    problems.push(`alerts.webhook is ${JSON.stringify(webhook)}: it must be an https:// address`)
  if (secret !== undefined && !/^[\x21-\x7e]{16,256}$/.test(secret))
    problems.push(`alerts.secret is ${hidden}: it must be 16 to 256 printable characters without spaces`)
}

export function checkPath(name: string, path: string, { names, problems }: ConfigInput): void {
  const paths = names?.sources.flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.path))
  if (paths && !paths.includes(path))
    problems.push(`${name} is not an endpoint: it must be one of ${paths.join(', ')}`)
}

/** Unknown settings are errors, so that a misspelt one is not ignored. */
const closed = <P extends Parameters<typeof Type.Object>[0]>(settings: P) =>
  Type.Object(settings, { additionalProperties: false })

const section = <P extends Parameters<typeof closed>[0]>(settings: P) => Type.Optional(closed(settings))

/** `"*"` or a list of host names, each with an optional `*.` in front. */
const hostList = Type.Unsafe<'*' | readonly string[]>({
  type: ['string', 'array'],
  pattern: '^\\*$',
  minItems: 1,
  maxItems: 1000,
  uniqueItems: true,
  items: { type: 'string', pattern: '^(?:\\*\\.)?[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,10}$' },
})

const sourceSettings = closed({
  providers: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 20, uniqueItems: true })),
  site: Type.Optional(Type.String({ pattern: '^https?://[^/?#@\\s]+/?$' })),
  hosts: Type.Optional(hostList),
  per_host_per_second: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  allow_private: Type.Optional(Type.Boolean()),
  concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  robots: Type.Optional(Type.Boolean()),
  proxy: Type.Optional(Type.String({ pattern: '^https?://[^/?#\\s]+/?$' })),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 4096, pattern: '^[\\t\\x20-\\x7e]*$' })),
  ),
})

const credits = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const times = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }))

const rateLimit = section({
  per_second: times,
  per_minute: times,
  per_day: times,
  per_month: times,
  seconds_apart: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
})

const providerSettings = closed({
  sites: Type.Optional(Type.Record(Type.String(), Type.String({ pattern: '^https?://[^/?#@\\s]+/?$' }))),
  allow_private: Type.Optional(Type.Boolean()),
  rate_limit: rateLimit,
  /** The old name of `rate_limit`. */
  pace: rateLimit,
  licence: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x20-\\x7e]*$' })),
  price: Type.Optional(Type.Union([credits, Type.Record(Type.String(), credits)])),
})

const orNone = (maximum: number) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum })

const status = Type.Unsafe<'operational' | 'degraded'>({ type: 'string', enum: ['operational', 'degraded'] })

const data = Type.Unsafe<'sandbox' | 'open'>({ type: 'string', enum: ['sandbox', 'open'] })

/** A smaller archive could not store one page of typical size. */
export const minArchiveBytes = 1_000_000

/** One batch could use up a smaller limit; null means no limit. */
const storedBytes = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1_000_000 })

export const fileSchema = closed({
  prices: Type.Optional(Type.Record(Type.String(), credits)),
  status: Type.Optional(Type.Record(Type.String(), status)),
  data: Type.Optional(data),
  plugins: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 100, uniqueItems: true })),
  contact: Type.Optional(Type.String()),
  public_url: Type.Optional(Type.String()),
  cors_origins: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  sources: Type.Optional(Type.Record(Type.String(), sourceSettings)),
  providers: Type.Optional(Type.Record(Type.String(), providerSettings)),
  webhooks: section({ allow_private: Type.Optional(Type.Boolean()) }),
  alerts: section({ webhook: Type.Optional(Type.String()), secret: Type.Optional(Type.String()) }),
  backups: section({
    every: Type.Optional(Type.String({ pattern: '^\\d{1,5}[mhd]$' })),
    keep: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    to: Type.String({ minLength: 1, maxLength: 1000 }),
    passphrase_file: Type.Optional(Type.String({ minLength: 1 })),
  }),
  archive: section({
    days: Type.Optional(Type.Integer({ minimum: 0, maximum: 366 })),
    bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })),
  }),
  trusted_proxies: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  limits: section({
    upstream_try_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 120_000 })),
    upstream_total_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 300_000 })),
    cache_mb: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
    job_total_ms: Type.Optional(Type.Integer({ minimum: 1000, maximum: 600_000 })),
    job_result_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 * 365 })),
    stored_bytes_per_account: Type.Optional(storedBytes),
    idempotent_bytes_per_account: Type.Optional(storedBytes),
    watches_per_account: Type.Optional(orNone(1_000_000)),
    log_retention_months: Type.Optional(Type.Integer({ minimum: 1, maximum: 1200 })),
    default_per_second: Type.Optional(orNone(1_000_000)),
    refused_per_minute: Type.Optional(orNone(1_000_000)),
    fields_missing_per_minute: Type.Optional(orNone(1_000_000)),
    database_connections: Type.Optional(Type.Integer({ minimum: 4, maximum: 500 })),
    read_connections: Type.Optional(Type.Integer({ minimum: 2, maximum: 100 })),
  }),
})

const fileCheck = Compile(fileSchema)

export type ConfigFile = Static<typeof fileSchema>
export type SourceSettings = Static<typeof sourceSettings>
export type ProviderSettings = Static<typeof providerSettings>
