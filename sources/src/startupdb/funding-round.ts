// Funding round detail (api-rules 2.2): one round by its permalink, with its investors and press references.
import { endpoint } from '@quarry/kit'
import { object, textParam } from '@quarry/kit/schema'
import { parseEntityQuery } from './entity.ts'
import { fundingRoundSite } from './providers/funding-round-site.ts'
import { secEdgarFundingRound } from './providers/sec-edgar-funding-round.ts'
import { roundRecord } from './round-records.ts'

export const fundingRound = endpoint({
  method: 'GET',
  path: '/v2/startupdb/funding_round',
  credits: 2,
  notFound: 'billed',
  summary: 'Funding round detail',
  description: 'One funding round with its investors, its organization and its press references.',
  example: { query: 'monenza-energy-seed--5d5c2dd1' },
  moreExamples: [
    { query: 'slate-foods-inc-seed--463242ae' },
    { query: 'compass-estates-series-a--d6a9ba07' },
  ],
  params: object({ query: textParam('monenza-energy-seed--5d5c2dd1') }),
  record: roundRecord,
  parse: ({ query }, addresses) => parseEntityQuery(query, 'funding_round', addresses),
  providers: [fundingRoundSite, secEdgarFundingRound],
})
