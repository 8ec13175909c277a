// What the config file may hold, by form; what the values mean is checked where it is read.
import { type Static, Type } from 'typebox'

const sourceSettings = Type.Object(
  {
    site: Type.Optional(Type.String({ pattern: '^https?://[^/?#@\\s]+/?$' })),
    allow_private: Type.Optional(Type.Boolean()),
    concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    robots: Type.Optional(Type.Boolean()),
    proxy: Type.Optional(Type.String({ pattern: '^https?://[^/?#\\s]+/?$' })),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 4096, pattern: '^[\\t\\x20-\\x7e]*$' })),
    ),
  },
  { additionalProperties: false },
)

const orNone = (maximum: number) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum })

const status = Type.Unsafe<'operational' | 'degraded'>({ type: 'string', enum: ['operational', 'degraded'] })

/** Less would be gone with one batch; null for no bound. */
const storedBytes = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1_000_000 })

export const fileSchema = Type.Object(
  {
    prices: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
    status: Type.Optional(Type.Record(Type.String(), status)),
    sources: Type.Optional(Type.Record(Type.String(), sourceSettings)),
    webhooks: Type.Optional(
      Type.Object({ allow_private: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    ),
    cors_origins: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    trusted_proxies: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    limits: Type.Optional(
      Type.Object(
        {
          upstream_try_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 120_000 })),
          upstream_total_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 300_000 })),
          cache_mb: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
          job_total_ms: Type.Optional(Type.Integer({ minimum: 1000, maximum: 600_000 })),
          job_result_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 * 365 })),
          stored_bytes_per_account: Type.Optional(storedBytes),
          log_retention_months: Type.Optional(Type.Integer({ minimum: 1, maximum: 1200 })),
          default_per_second: Type.Optional(orNone(1_000_000)),
          refused_per_minute: Type.Optional(orNone(1_000_000)),
          database_connections: Type.Optional(Type.Integer({ minimum: 4, maximum: 500 })),
          read_connections: Type.Optional(Type.Integer({ minimum: 2, maximum: 100 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

export type SourceSettings = Static<typeof sourceSettings>
export type ConfigFile = Static<typeof fileSchema>
