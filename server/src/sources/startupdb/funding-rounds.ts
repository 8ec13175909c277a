// Funding rounds list (interface 2.1): the rounds announced in the last days, newest first, by type, investor and
// funded organization.
import { endpoint } from '../../contract/endpoint.ts'
import { found, type Get, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { isPretend, type Site } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { angularState } from '../../extract/islands.ts'
import { createListReader, entriesOf, type ListReader } from '../../extract/list-reader.ts'
import { toInteger } from '../../extract/numbers.ts'
import { type JsonObject, parseJson } from '../../extract/parse-json.ts'
import { asObject, asText, at } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
import { integer, list, nullable, object, oneOf, optional, type Static, text } from '../../lib/schema.ts'
import { isJson } from './entity.ts'
import {
  fundedOrganization,
  identifier,
  investorIdentifiers,
  toFundedOrganization,
  toIdentifier,
  toInvestor,
} from './identifiers.ts'
import { investmentTypes } from './investment-types.ts'

const summary = object({
  uuid: text('0d1f6c1c-93b5-4a6e-8f0e-3c7f1a2b4d5e'),
  identifier,
  investment_type: nullable(text('series_a')),
  investor_identifiers: investorIdentifiers,
  funded_organization_identifier: fundedOrganization,
})

const record = object({
  total: integer(2, { description: 'All matches, also those beyond the newest 1,000.' }),
  results: list(summary),
})

type RoundsRecord = Static<typeof record>
type RoundsInput = {
  url: string
  days: number
  type: string | null
  investor: string | null
  organization: string | null
}

const maxResults = 1000
// Decision: pages of 250, because 1,000 rounds in one answer are more than may be read on the event loop.
const pageSize = 250
/** A site that hands out smaller pages than asked for is followed this far. */
const maxPages = 20

export const fundingRounds = endpoint({
  method: 'GET',
  path: '/v2/startupdb/funding_rounds',
  credits: 1,
  notFound: 'billed',
  summary: 'Funding rounds list',
  description: 'Funding rounds announced in the last days, the newest 1,000 at most.',
  example: {
    days_since_announcement: 360,
    investment_type: 'seed',
    investor_identifiers: '0f25beac-1ae8-4b17-a7cd-0dc85bb202ab',
    funded_organization_identifier: 'cc847afa-8fd9-4413-9ee6-5795021d56b0',
  },
  params: object({
    days_since_announcement: optional(
      integer(30, {
        description: 'How many days ago a round may have been announced.',
        minimum: 1,
        maximum: 360,
        default: 1,
      }),
    ),
    investment_type: optional(oneOf(investmentTypes, { description: 'Only rounds of this type.' })),
    investor_identifiers: optional(
      text('0f25beac-1ae8-4b17-a7cd-0dc85bb202ab', {
        description: 'UUID of an investor.',
        maxLength: 200,
      }),
    ),
    funded_organization_identifier: optional(
      text('cc847afa-8fd9-4413-9ee6-5795021d56b0', {
        description: 'UUID of the funded organization.',
        maxLength: 200,
      }),
    ),
  }),
  record,

  parse(params, site): RoundsInput {
    return {
      url: site.url('/v4/data/searches/funding_rounds?source=discover').href,
      days: params.days_since_announcement ?? 1,
      type: params.investment_type ?? null,
      investor: readUuid('investor_identifiers', params.investor_identifiers, site),
      organization: readUuid('funded_organization_identifier', params.funded_organization_identifier, site),
    }
  },

  // A saved list page or answer shows its rounds whatever was asked for.
  paramsFromUrl: () => ({}),

  async run(input, get) {
    const first = roundsIn(await getPage(input, get, null))
    const { total, lists } = first
    const results = new Map(first.results.map((round) => [round.uuid, round]))
    let missing = Math.min(total, maxResults) - results.size - first.unread
    let after = first.lastId
    for (let n = 1; after !== null && missing > 0 && n < maxPages; n++) {
      const page = roundsIn(await getPage(input, get, after), lists)
      const fresh = page.results.filter((round) => !results.has(round.uuid))
      for (const round of fresh) results.set(round.uuid, round)
      missing -= fresh.length + page.unread
      after = fresh.length > 0 ? page.lastId : null
    }
    lists.missing('results', Math.max(0, missing))
    return found({ total, results: [...results.values()].slice(0, maxResults) }, lists.counted())
  },

  extract: (page) => extractRounds(page),
})

function readUuid(name: string, value: string | undefined, site: Site): string | null {
  const wanted = value?.trim().toLowerCase()
  if (wanted === undefined) return null
  // Nothing else of this search has room for a word, and a pretend site is asked for its faults by a word.
  const isFault = isPretend(site) && /^fault-[a-z]{1,20}(?:-[0-9a-z]{1,20}){0,5}$/.test(wanted)
  if (!isFault && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted))
    throw invalidParameter(name, 'must be a UUID')
  return wanted
}

async function getPage(input: RoundsInput, get: Get, afterId: string | null): Promise<Page> {
  const predicate = (field: string, operator: string, value: string | null) =>
    value === null
      ? []
      : [{ type: 'predicate', field_id: field, operator_id: operator, include_nulls: false, values: [value] }]
  return get(input.url, {
    json: {
      field_ids: [
        'identifier',
        'investment_type',
        'investor_identifiers',
        'funded_organization_identifier',
        'announced_on',
      ],
      order: [{ field_id: 'announced_on', sort: 'desc' }],
      query: [
        // The site counts the days itself: a run has no clock and is the same whenever it is repeated.
        ...predicate('announced_on', 'gte', `${input.days} days ago`),
        ...predicate('investment_type', 'includes', input.type),
        ...predicate('investor_identifiers', 'includes', input.investor),
        ...predicate('funded_organization_identifier', 'includes', input.organization),
      ],
      limit: pageSize,
      ...(afterId === null ? {} : { after_id: afterId }),
      collection_id: 'funding_rounds',
    },
  })
}

export function extractRounds(page: Page): Outcome<RoundsRecord> {
  const { total, results, lists } = roundsIn(page)
  return found({ total, results }, lists.counted())
}

type RoundsPage = RoundsRecord & {
  /** The id of the page's last round, read or not: the next page begins behind it. */
  lastId: string | null
  unread: number
  lists: ListReader
}

/** The rounds of the first page, or of a further one of the same reading, which alone may be empty. */
function roundsIn(page: Page, before?: ListReader): RoundsPage {
  // Decision: a search that is not there is a changed site; "no match" is an empty answer, never a 404.
  if (page.status === 404 || page.status === 410) throw pageChanged('the search of rounds is gone')
  assertReadable(page)
  const answer = answerIn(page.body)
  const total = toInteger(answer?.count)
  if (!answer || total === null || total < 0 || !Array.isArray(answer.entities))
    throw pageChanged('no answer to a search of rounds')
  const lists = before ?? createListReader(isJson(page.body) ? 'json' : 'ng-state')
  const entries = entriesOf(answer.entities)
  const results = lists.main(
    'results',
    entries,
    (entity) => toSummary(entity, lists),
    before ? 0 : least(total),
  )
  const lastId = idOf(entries.at(-1)) ?? results.at(-1)?.uuid ?? null
  return { total, results, lists, lastId, unread: entries.length - results.length }
}

const least = (total: number): number => Math.min(1, total)

const idOf = (entity: JsonObject | undefined): string | null =>
  asText(entity?.uuid) ?? asText(at(entity, 'properties', 'identifier', 'uuid'))

/** The answer itself, or the one that the state of a list page holds. */
function answerIn(body: string): JsonObject | null {
  if (isJson(body)) return asObject(parseJson(body))
  const state = asObject(at(angularState(body), 'HttpState')) ?? {}
  const key = Object.keys(state).find((name) => name.includes('searches/funding_rounds'))
  return key === undefined ? null : asObject(at(state, key, 'data'))
}

/** The entity has its id twice: beside its properties, and in the reference to itself. */
function toSummary(entity: JsonObject, lists: ListReader): Static<typeof summary> | null {
  const reference = asObject(at(entity, 'properties', 'identifier'))
  const known = toIdentifier({ ...reference, uuid: asText(reference?.uuid) ?? entity.uuid })
  if (!known) return null
  return {
    uuid: asText(entity.uuid) ?? known.uuid,
    identifier: known,
    investment_type: asText(at(entity, 'properties', 'investment_type')),
    investor_identifiers: lists.side(
      'investor_identifiers',
      entriesOf(at(entity, 'properties', 'investor_identifiers')),
      toInvestor,
    ),
    funded_organization_identifier: toFundedOrganization(
      at(entity, 'properties', 'funded_organization_identifier'),
    ),
  }
}
