// The site's own search of rounds, followed by its cursor to the page of 1,000 that the caller asks for.
import { found, type Io, type Outcome, type Page, pageChanged, searchProvider } from '@quarry/kit'
import { angularState } from '@quarry/kit/read/islands'
import { createListReader, type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asObject, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { isJson } from '../entity.ts'
import { toFundedOrganization, toIdentifier, toInvestor } from '../identifiers.ts'
import { toAnnounced, toMoney } from '../open-fields.ts'
import { type RoundSummary, type RoundsQuery, type RoundsRecord, roundsPerPage } from '../round-records.ts'

// Decision: requests of 250, because 1,000 rounds in one response are more than may be read on the event loop.
const roundsPerRequest = 250
/** For each page of the list, because a site may send fewer rounds than the request asks for. */
const maxRequestsPerPage = 20

const skippedFields = ['identifier']
const fields = [
  ...skippedFields,
  'investment_type',
  'investor_identifiers',
  'funded_organization_identifier',
  'announced_on',
  'money_raised',
  'lead_investor_identifiers',
]

type SearchRequest = { fields: readonly string[]; limit: number; afterId: string | null }

export const fundingRoundsSite = searchProvider<RoundsQuery, RoundsRecord>({
  find,
  extract(page) {
    const { total, results, lists } = readRounds(page)
    return found({ total, results }, lists.counted())
  },
  // A saved page or response shows its rounds whatever the parameters.
  paramsFromUrl: () => ({}),
})

async function find(query: RoundsQuery, { get, site }: Io): Promise<Outcome<RoundsRecord>> {
  const url = site.url('/v4/data/searches/funding_rounds?source=discover').href
  const begin = (query.page - 1) * roundsPerPage
  const results: RoundSummary[] = []
  const uuids = new Set<string>()
  let lists: ListReader | undefined
  let afterId: string | null = null
  // The site's search has a cursor and no offset, so the rounds of earlier pages are fetched too, without details.
  for (let n = 1, position = 0; ; n++) {
    const isSkipping = position < begin
    const request: SearchRequest = isSkipping
      ? { fields: skippedFields, limit: Math.min(roundsPerRequest, begin - position), afterId }
      : { fields, limit: roundsPerRequest, afterId }
    const page = readRounds(await get(url, { json: buildSearch(query, request) }), lists)
    const { total } = page
    lists = page.lists
    const end = begin < total ? Math.min(total, begin + roundsPerPage) : 0
    // If the site sends more than the request's limit, the next request starts where the caller's page begins.
    const rounds = isSkipping ? page.results.slice(0, begin - position) : page.results
    const fresh = new Map(rounds.filter(({ uuid }) => !uuids.has(uuid)).map((round) => [round.uuid, round]))
    for (const uuid of fresh.keys()) uuids.add(uuid)
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

function buildSearch(query: RoundsQuery, request: SearchRequest) {
  const predicate = (field: string, operator: string, value: string | null) =>
    value === null
      ? []
      : [{ type: 'predicate', field_id: field, operator_id: operator, include_nulls: false, values: [value] }]
  return {
    field_ids: request.fields,
    order: [{ field_id: 'announced_on', sort: 'desc' }],
    query: [
      // The site counts the days itself: `find` has no clock, so that a repeated run gives the same result.
      ...predicate('announced_on', 'gte', `${query.days} days ago`),
      ...predicate('investment_type', 'includes', query.type),
      ...predicate('investor_identifiers', 'includes', query.investor),
      ...predicate('funded_organization_identifier', 'includes', query.organization),
    ],
    limit: request.limit,
    ...(request.afterId === null ? {} : { after_id: request.afterId }),
    collection_id: 'funding_rounds',
  }
}

/** The rounds of a response. Only a response after the first, with the lists of those before it, may be empty. */
function readRounds(page: Page, before?: ListReader) {
  // Decision: a missing search is a changed site; "no match" is an empty response, never a 404.
  if (page.status === 404 || page.status === 410) throw pageChanged('the search of rounds is gone')
  assertReadable(page)
  const response = findResponse(page.body)
  const total = toInteger(response?.count)
  if (!response || total === null || total < 0 || !Array.isArray(response.entities))
    throw pageChanged('no answer to a search of rounds')
  const lists = before ?? createListReader(isJson(page.body) ? 'json' : 'ng-state')
  const entries = toEntries(response.entities)
  const statedCount = before ? 0 : Math.min(1, total)
  const results = lists.main('results', entries, (entity) => toSummary(entity, lists), statedCount)
  const last = entries.at(-1)
  // Of the page's last round, read or not: the next page begins after it.
  const lastId =
    asText(last?.uuid) ?? asText(at(last, 'properties', 'identifier', 'uuid')) ?? results.at(-1)?.uuid ?? null
  return { total, results, lists, lastId, unread: entries.length - results.length }
}

/** A response of the API, or the one in the state of a list page. */
function findResponse(body: string): JsonObject | null {
  if (isJson(body)) return asObject(parseJson(body))
  const state = asObject(at(angularState(body), 'HttpState')) ?? {}
  const key = Object.keys(state).find((name) => name.includes('searches/funding_rounds'))
  return key === undefined ? null : asObject(at(state, key, 'data'))
}

/** The id is both beside the properties and in the identifier; either may be missing. */
function toSummary(entity: JsonObject, lists: ListReader): RoundSummary | null {
  const properties = asObject(entity.properties)
  const reference = asObject(properties?.identifier)
  const identifier = toIdentifier({ ...reference, uuid: asText(reference?.uuid) ?? entity.uuid })
  if (!identifier) return null
  const investors = toEntries(properties?.investor_identifiers)
  return {
    uuid: asText(entity.uuid) ?? identifier.uuid,
    identifier,
    investment_type: asText(properties?.investment_type),
    investor_identifiers: lists.side('investor_identifiers', investors, toInvestor),
    funded_organization_identifier: toFundedOrganization(properties?.funded_organization_identifier),
    money_raised: toMoney(properties?.money_raised),
    announced_on: toAnnounced(properties?.announced_on),
    lead_investors: Array.isArray(properties?.lead_investor_identifiers)
      ? lists.side('lead_investors', toEntries(properties.lead_investor_identifiers), toIdentifier)
      : null,
  }
}
