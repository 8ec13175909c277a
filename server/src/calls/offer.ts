// An endpoint as this server offers it: with the price, the site and the way there that the configuration gave.
import type { Endpoint } from '../contract/endpoint.ts'
import type { Site } from '../contract/site.ts'
import type { Source } from '../contract/source.ts'
import type { CallFetch } from '../upstream/upstream.ts'

export type Offer = {
  source: Source
  endpoint: Endpoint
  price: number
  site: Site
  /** Begins the fetching of a direct call, which others may join. */
  open: () => CallFetch
  /** The way of a job: it has its own time, and is tried again where a caller would not wait for it. */
  openForJob: () => CallFetch
  /** Whether the lookup provokes a sandbox fault, which says nothing about the source's health. */
  isProvoked: (input: unknown) => boolean
}
