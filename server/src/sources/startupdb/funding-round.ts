// Funding round detail (interface 2.2): one round by its permalink, with its investors and what the press wrote.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { createListReader } from '../../extract/list-reader.ts'
import { object, text } from '../../lib/schema.ts'
import { isJson, readEntity } from './entity.ts'
import { type EntityAddress, paramsFromEntityUrl, readEntityAddress } from './entity-address.ts'
import { type RoundRecord, record } from './funding-round-record.ts'
import { roundFromEntity } from './round-entity.ts'

export const fundingRound = endpoint({
  method: 'GET',
  path: '/v2/startupdb/funding_round',
  credits: 2,
  notFound: 'billed',
  summary: 'Funding round detail',
  description: 'One funding round with its investors, its organization and its press references.',
  example: { query: 'monenza-energy-seed--5d5c2dd1' },
  params: object({
    query: text('monenza-energy-seed--5d5c2dd1', {
      description: 'The permalink of the round, as the list of rounds gives it, or the address of its page.',
      maxLength: 2048,
    }),
  }),
  record,

  parse: ({ query }, site): EntityAddress => readEntityAddress(query, 'funding_round', site),

  paramsFromUrl: paramsFromEntityUrl,

  async run(input, get) {
    // A page whose state did not arrive whole leaves the site's own API, which has the same entity.
    return read(await get(input.url), input) ?? extractRound(await get(input.apiUrl), input)
  },

  extract: extractRound,
})

export function extractRound(page: Page, input: EntityAddress): Outcome<RoundRecord> {
  const outcome = read(page, input)
  if (!outcome) throw pageChanged('no funding round in the page state')
  return outcome
}

function read(page: Page, input: EntityAddress): Outcome<RoundRecord> | null {
  const entity = readEntity(page, 'funding_round', input.permalink)
  if (entity === 'gone') return notFound
  const lists = createListReader(isJson(page.body) ? 'json' : 'ng-state')
  const round = entity && roundFromEntity(entity, lists)
  return round && found(round, lists.counted())
}
