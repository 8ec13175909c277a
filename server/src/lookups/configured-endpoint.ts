// An endpoint as the configuration has it: its price, who answers it and in which order, and the way to each.
import type { Addresses } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import type { Provider } from '@quarry/kit/provider'
import type { Site } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import type { Pace } from '@quarry/kit/upstream-api'
import type { CallFetch } from '../upstream/upstream.ts'
import type { SourceModule } from './load-source.ts'

export type ConfiguredProvider = {
  /** As callers see it: `sandbox` where the site is a pretend one. */
  name: string
  /** Whose provider it is: a reading thread loads that source alone. */
  source: SourceModule
  licence: string | null
  price: number
  /** How long its answers may be kept; null for as long as we like. */
  keepSeconds: number | null
  provider: Provider<unknown, unknown>
  site: Site
  /** How often it may be asked, by all servers together. */
  pace: Pace
  /** Where its pages come from, so that what was read at one address is never taken for another's. */
  place: string
  /** Begins fetching, which others may join. A job is patient: it is tried again where a caller would not wait. */
  open: (isPatient: boolean) => CallFetch
  /** What a call, or a job, may spend on all its providers. */
  timeMs: (isPatient: boolean) => number
  /** Whether the lookup provokes a fault of the pretend site, which says nothing of anybody's health. */
  isProvoked: (query: unknown) => boolean
}

export type ConfiguredEndpoint = {
  source: Source
  endpoint: Endpoint
  /** The highest of its providers. */
  price: number
  addresses: Addresses<unknown>
  /** In the order in which they are asked; never empty. */
  providers: readonly ConfiguredProvider[]
}
