// A funding round by its page's state, or by the answer of the site's own API.
import { found, notFound, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { createListReader } from '@quarry/kit/read/list-reader'
import { isJson, readEntity } from '../entity.ts'
import { addressesOfEntity, entityApiUrl, entityPageUrl } from '../entity-address.ts'
import type { EntityQuery } from '../entity-query.ts'
import type { RoundRecord } from '../funding-round-record.ts'
import { roundFromEntity } from '../round-entity.ts'

export const fundingRoundSite = provider<EntityQuery, RoundRecord>({
  ...addressesOfEntity('funding_round'),
  inputs: {
    query:
      'The permalink or the UUID of the round, as the list of rounds gives them, or the address of its page.',
  },
  find,
  extract,
})

async function find(query: EntityQuery, { get, site }: Io): Promise<Outcome<RoundRecord>> {
  const stated = read(await get(entityPageUrl(site, 'funding_round', query)), query)
  // A page whose state did not arrive whole leaves the site's own API, which has the same entity.
  return stated ?? extract(await get(entityApiUrl(site, 'funding_round', query)), query)
}

function extract(page: Page, query: EntityQuery): Outcome<RoundRecord> {
  const outcome = read(page, query)
  if (!outcome) throw pageChanged('no funding round in the page state')
  return outcome
}

function read(page: Page, query: EntityQuery): Outcome<RoundRecord> | null {
  const entity = readEntity(page, 'funding_round', query)
  if (entity === 'gone') return notFound
  const lists = createListReader(isJson(page.body) ? 'json' : 'ng-state')
  const round = entity && roundFromEntity(entity, lists)
  return round && found(round, lists.counted())
}
