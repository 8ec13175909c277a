// Ticketing: event details and event search on a ticket shop with one site per country.
import { defineSource } from '@quarry/kit'
import { event } from './event.ts'
import { search } from './search.ts'
import { domains } from './shop-paths.ts'

export const ticketing = defineSource({
  name: 'ticketing',
  title: 'Events and tickets',
  module: import.meta.url,
  site: 'https://{domain}.ticketing.example',
  domains,
  endpoints: [event, search],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
