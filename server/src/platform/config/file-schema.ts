// The schema of the config file.
import type { Static } from '@quarry/kit/schema'
import { Type } from '@quarry/kit/schema'

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
export type ConfigFile = Static<typeof fileSchema>
export type SourceSettings = Static<typeof sourceSettings>
export type ProviderSettings = Static<typeof providerSettings>
