// An endpoint as this server offers it: with the price, the site and the way there that the configuration gave.
import type { Endpoint, Get, Source } from '../contract.ts'
import type { Site } from '../site.ts'

export type Offer = {
  source: Source
  endpoint: Endpoint
  price: number
  site: Site
  getFor: (accountId: number) => Get
  /** Whether the lookup provokes a sandbox fault, which says nothing about the source's health. */
  isProvoked: (input: unknown) => boolean
}
