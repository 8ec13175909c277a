// The site's own search of rounds, page by page, up to the newest that a list may have.
import { found, type Get, type Outcome, type Page } from '../../../contract/outcome.ts'
import { type Io, provider } from '../../../contract/provider.ts'
import { mostRounds, type RoundsQuery, type RoundsRecord } from '../funding-rounds-record.ts'
import { readRounds } from '../read-rounds.ts'

// Decision: pages of 250, because 1,000 rounds in one answer are more than may be read on the event loop.
const pageSize = 250
/** A site that hands out smaller pages than asked for is followed this far. */
const maxPages = 20

export const fundingRoundsSite = provider<RoundsQuery, RoundsRecord>({
  find,
  extract,
  readsMissing: true,
  // A saved list page or answer shows its rounds whatever was asked for.
  paramsFromUrl: () => ({}),
})

async function find(query: RoundsQuery, { get, site }: Io): Promise<Outcome<RoundsRecord>> {
  const url = site.url('/v4/data/searches/funding_rounds?source=discover').href
  const first = readRounds(await getPage(url, query, get, null))
  const { total, lists } = first
  const results = new Map(first.results.map((round) => [round.uuid, round]))
  let missing = Math.min(total, mostRounds) - results.size - first.unread
  let after = first.lastId
  for (let n = 1; after !== null && missing > 0 && n < maxPages; n++) {
    const page = readRounds(await getPage(url, query, get, after), lists)
    const fresh = page.results.filter((round) => !results.has(round.uuid))
    for (const round of fresh) results.set(round.uuid, round)
    missing -= fresh.length + page.unread
    after = fresh.length > 0 ? page.lastId : null
  }
  lists.missing('results', Math.max(0, missing))
  return found({ total, results: [...results.values()].slice(0, mostRounds) }, lists.counted())
}

async function getPage(url: string, query: RoundsQuery, get: Get, afterId: string | null): Promise<Page> {
  const predicate = (field: string, operator: string, value: string | null) =>
    value === null
      ? []
      : [{ type: 'predicate', field_id: field, operator_id: operator, include_nulls: false, values: [value] }]
  return get(url, {
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
        ...predicate('announced_on', 'gte', `${query.days} days ago`),
        ...predicate('investment_type', 'includes', query.type),
        ...predicate('investor_identifiers', 'includes', query.investor),
        ...predicate('funded_organization_identifier', 'includes', query.organization),
      ],
      limit: pageSize,
      ...(afterId === null ? {} : { after_id: afterId }),
      collection_id: 'funding_rounds',
    },
  })
}

function extract(page: Page): Outcome<RoundsRecord> {
  const { total, results, lists } = readRounds(page)
  return found({ total, results }, lists.counted())
}
