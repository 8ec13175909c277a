// The site's own search of rounds, followed by its cursor to the page of 1,000 that the caller asks for.
import { found, type Get, type Outcome, type Page } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import type { ListReader } from '@quarry/kit/read/list-reader'
import {
  type RoundSummary,
  type RoundsQuery,
  type RoundsRecord,
  roundsPerPage,
} from '../funding-rounds-record.ts'
import { readRounds } from '../read-rounds.ts'

// Decision: requests of 250, because 1,000 rounds in one answer are more than may be read on the event loop.
const roundsPerRequest = 250
/** For each page of the list: a site that sends fewer rounds than it was asked for is followed this far. */
const maxRequestsPerPage = 20

/** Of rounds that are only walked over. */
const skippedFields = ['identifier']
const fields = [
  ...skippedFields,
  'investment_type',
  'investor_identifiers',
  'funded_organization_identifier',
  'announced_on',
]

type SearchRequest = { fields: readonly string[]; limit: number; afterId: string | null }

export const fundingRoundsSite = provider<RoundsQuery, RoundsRecord>({
  find,
  extract,
  readsMissing: true,
  // A saved list page or answer shows its rounds whatever was asked for.
  paramsFromUrl: () => ({}),
})

async function find(query: RoundsQuery, { get, site }: Io): Promise<Outcome<RoundsRecord>> {
  const url = site.url('/v4/data/searches/funding_rounds?source=discover').href
  const begin = (query.page - 1) * roundsPerPage
  const results: RoundSummary[] = []
  const seen = new Set<string>()
  let lists: ListReader | undefined
  let afterId: string | null = null
  // The site's search has a cursor and no offset: the rounds of earlier pages are walked over.
  for (let n = 1, position = 0; ; n++) {
    const isSkipping = position < begin
    const request: SearchRequest = isSkipping
      ? { fields: skippedFields, limit: Math.min(roundsPerRequest, begin - position), afterId }
      : { fields, limit: roundsPerRequest, afterId }
    const page = readRounds(await getPage(url, query, get, request), lists)
    const { total } = page
    lists = page.lists
    const end = begin < total ? Math.min(total, begin + roundsPerPage) : 0
    // A site that sends more than it was asked for is asked again from where the page begins.
    const rounds = isSkipping ? page.results.slice(0, begin - position) : page.results
    const fresh = new Map(rounds.filter(({ uuid }) => !seen.has(uuid)).map((round) => [round.uuid, round]))
    for (const uuid of fresh.keys()) seen.add(uuid)
    if (!isSkipping) results.push(...fresh.values())
    const isCut = rounds.length < page.results.length
    position += fresh.size + (isCut ? 0 : page.unread)
    afterId = isCut ? (rounds.at(-1)?.uuid ?? null) : page.lastId
    if (position < end && fresh.size > 0 && afterId !== null && n < maxRequestsPerPage * query.page) continue
    const missing = Math.max(0, end - position)
    lists.missing('results', missing)
    const isPartial = missing > 0 || begin + roundsPerPage < total
    return found(
      { total, results: results.slice(0, roundsPerPage) },
      { ...lists.counted(), ...(isPartial ? { isPartial } : {}) },
    )
  }
}

async function getPage(url: string, query: RoundsQuery, get: Get, request: SearchRequest): Promise<Page> {
  const predicate = (field: string, operator: string, value: string | null) =>
    value === null
      ? []
      : [{ type: 'predicate', field_id: field, operator_id: operator, include_nulls: false, values: [value] }]
  return get(url, {
    json: {
      field_ids: request.fields,
      order: [{ field_id: 'announced_on', sort: 'desc' }],
      query: [
        // The site counts the days itself: a run has no clock and is the same whenever it is repeated.
        ...predicate('announced_on', 'gte', `${query.days} days ago`),
        ...predicate('investment_type', 'includes', query.type),
        ...predicate('investor_identifiers', 'includes', query.investor),
        ...predicate('funded_organization_identifier', 'includes', query.organization),
      ],
      limit: request.limit,
      ...(request.afterId === null ? {} : { after_id: request.afterId }),
      collection_id: 'funding_rounds',
    },
  })
}

function extract(page: Page): Outcome<RoundsRecord> {
  const { total, results, lists } = readRounds(page)
  return found({ total, results }, lists.counted())
}
