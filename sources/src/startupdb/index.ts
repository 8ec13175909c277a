// Startupdb: funding rounds and events of a startup database.
import { defineSource } from '@quarry/kit'
import { event } from './event.ts'
import { fundingRound } from './funding-round.ts'
import { fundingRounds } from './funding-rounds.ts'

export const startupdb = defineSource({
  name: 'startupdb',
  title: 'Startup funding rounds and events',
  module: import.meta.url,
  site: 'https://www.startupdb.example',
  endpoints: [fundingRounds, fundingRound, event],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
})
