// An endpoint as this server offers it: with the price, the site and the way there that the configuration gave.
import type { Endpoint, Get, Source } from '../contract.ts'
import type { Site } from '../site.ts'

export type Offer = {
  source: Source
  endpoint: Endpoint
  price: number
  site: Site
  getFor: (accountId: number) => Get
  /** The way of a job: it has its own time, and is tried again where a caller would not wait for it. */
  getForJob: (accountId: number, signal: AbortSignal) => Get
  /** Whether the lookup provokes a sandbox fault, which says nothing about the source's health. */
  isProvoked: (input: unknown) => boolean
}
