// An endpoint as configured: its price, its providers in order, and how to reach each.
import type { Addresses } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import type { Provider } from '@quarry/kit/provider'
import type { Site } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import type { RateLimit } from '@quarry/kit/upstream-api'
import type { CallFetch } from '../../fetching/upstream.ts'
import type { SourceModule } from '../reading/load-source.ts'

/** A source as the server loaded it. */
export type LoadedSource = Source & { isPlugin?: true }

export type ConfiguredProvider = {
  /** As callers see it: `sandbox` for a sandbox site. */
  name: string
  /** A reading thread loads this source only. */
  source: SourceModule
  /** Its reader always runs in a thread: a fault of a plugin must not affect other calls. */
  isPlugin?: true
  licence: string | null
  price: number
  /** How long its answers may be stored; null for no limit. */
  retentionSeconds: number | null
  definition: Provider<unknown, unknown>
  site: Site
  /** For all servers together. */
  rateLimit: RateLimit
  /** Where its pages come from: a part of every cache key. */
  location: string
  /** Starts a pause in which no server calls the upstream API. */
  startRest: (seconds: number) => Promise<void>
  /** Starts a fetch, which equal lookups may join. A job's fetch is retried more often. */
  /** `isLast`: no further provider would be called instead. */
  open: (job?: { isLast: boolean }) => CallFetch
  /** Time budget of a call, or a job, for all its providers. */
  timeMs: (isJob: boolean) => number
  /** Whether the lookup provokes a fault of the sandbox, which must not count in health. */
  hasSandboxFault: (query: unknown) => boolean
}

export type ConfiguredEndpoint = {
  source: LoadedSource
  endpoint: Endpoint
  /** The highest price of its providers. */
  price: number
  addresses: Addresses<unknown>
  /** In the order of the configuration; empty where none is configured. */
  providers: readonly ConfiguredProvider[]
}
