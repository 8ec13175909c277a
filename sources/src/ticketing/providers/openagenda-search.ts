// Coming events by words and place from OpenAgenda. A town is looked up first: the data set spells its name in several
// ways, and a text search would also find similar names.
import { type Io, type Page, type Reading, searchProvider } from '@quarry/kit'
import { createListReader, statedOnPage } from '@quarry/kit/read/list-reader'
import { agendaCitiesUrl, type AgendaEvent, agendaPageSize, agendaReach, agendaSearchPage, agendaSearchUrl, openAgenda, parseAgendaSearchUrl, readAgendaAnswer, readAgendaCities, readAgendaEvent } from '../../apis/openagenda.ts'
import {
  fromPlainSearch,
  plainSearch,
  type SearchQuery,
  toPlaceSlug,
  toPlainSearch,
  wordsProblem,
} from '../search-query.ts'
import { emptyResult, foundPage, type SearchRecord, type SearchResult } from '../search-record.ts'

/** Where it has more than a few events. */
const domains = ['fr', 'be', 'ch']
const size = { perPage: agendaPageSize, reach: agendaReach }
const lastPage = agendaReach / agendaPageSize

export const openAgendaSearch = searchProvider<SearchQuery, SearchRecord>({
  api: openAgenda,
  example: { query: 'jazz', domain: 'fr', page: 1 },

  address({ url }) {
    const search = parseAgendaSearchUrl(url)
    return search && fromPlainSearch(search)
  },
  addressForm: "the URL of a search in OpenAgenda's data set (/explore/dataset/…), or words",
  inputs: {
    query:
      "Required: a keyword, or the address of a search in OpenAgenda's data set, as `pagination.next` gives it.",
  },

  cannotAnswer(query) {
    const search = toPlainSearch(query)
    if (query.words === null) return wordsProblem
    if (search === null || !domains.includes(search.country.toLowerCase()))
      return query.location === null
        ? { parameter: 'domain', problem: `must be one of ${domains.join(', ')} for OpenAgenda` }
        : { parameter: 'location', problem: 'must be in France, Belgium or Switzerland for OpenAgenda' }
    if (query.page > lastPage)
      return { parameter: 'page', problem: `must be at most ${lastPage} for OpenAgenda` }
    return null
  },

  find,
  extract,

  paramsFromUrl: (_, { text }) => ({ query: /search\("([^"]+)"\)/.exec(text('where') ?? '')?.[1] ?? '' }),
})

async function find(query: SearchQuery, { get }: Io) {
  const { words, country, city, page } = plainSearch(query)
  if (city === null) return extract(await get(agendaSearchUrl({ words, country, cities: null, page })), query)
  const towns = await get(agendaCitiesUrl(city, country))
  const cities = readAgendaCities(towns).filter((name) => toPlaceSlug(name) === toPlaceSlug(city))
  if (cities.length === 0) return toFoundPage([], 0, query)
  return extract(await get(agendaSearchUrl({ words, country, cities, page })), query)
}

function extract(page: Page, query: SearchQuery) {
  const { rows, total } = readAgendaAnswer(page)
  const lists = createListReader('openagenda')
  const statedCount = statedOnPage({ total, perPage: size.perPage, page: query.page })
  const read = (row: (typeof rows)[number]) => toResult(readAgendaEvent(row, page))
  return toFoundPage(lists.main('results', rows, read, statedCount), total, query, lists.counted())
}

function toFoundPage(
  results: SearchResult[],
  total: number,
  query: SearchQuery,
  reading: Reading = { form: 'openagenda' },
) {
  const { words, country, city } = plainSearch(query)
  // The page of the data set finds a town only by its exact spelling.
  const written = results
    .map(({ venue }) => venue?.city)
    .find((name) => name && toPlaceSlug(name) === toPlaceSlug(city ?? ''))
  const town = city === null ? null : (written ?? city)
  const toAddress = (page: number) => agendaSearchPage({ words, country, city: town, page })
  return foundPage(results, { ...size, total, page: query.page, toAddress }, reading)
}

const toResult = (event: AgendaEvent | null): SearchResult | null =>
  event && {
    ...emptyResult,
    ...event.facts,
    language: 'fr',
    tickets_url: event.registration,
    organizer_id: event.agendaId,
    start_date: event.start?.local?.slice(0, 10) ?? null,
    start_time: event.start?.local?.slice(11, 16) ?? null,
    end_date: event.end?.local?.slice(0, 10) ?? null,
    end_time: event.end?.local?.slice(11, 16) ?? null,
  }
