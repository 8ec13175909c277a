// Event search on the shop's own result pages.
import { found, type Page, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { assignedState } from '@quarry/kit/read/islands'
import { createListReader, statedOnPage, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asObject, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { parseSearchUrl, type SearchQuery, toPage } from '../search-query.ts'
import type { SearchRecord } from '../search-record.ts'
import { toResult } from '../search-result.ts'

export const searchSite = provider<SearchQuery, SearchRecord>({
  address: parseSearchUrl,
  addressForm: 'the URL of a city, category or search page (/d/… or /b/…)',
  inputs: {
    query:
      'A keyword, or the full address of a city, category or search page. Without it: all coming events.',
  },

  page: ({ path, search, domain }, site) => site.url(`${path}${search}`, domain ?? undefined),

  extract(page, query) {
    assertReadable(page)
    const { events, form } = readEvents(page)
    if (!events) throw pageChanged('no search results in the page state')
    const pagination = asObject(events.pagination)
    const current = toInteger(pagination?.page_number) ?? query.page
    const totalPages = toInteger(pagination?.page_count) ?? 0
    const lists = createListReader(form)
    const statedCount = statedOnPage({
      total: toInteger(pagination?.object_count),
      perPage: toInteger(pagination?.page_size),
      page: current,
      lastPage: toInteger(pagination?.page_count),
    })
    const entries = toEntries(events.results)
    const results = lists.main('results', entries, (item) => toResult(item, page.url), statedCount)
    return found(
      {
        results,
        pagination: {
          next: current < totalPages ? toPageAddress(page, toPage(query, current + 1)) : null,
          page: current,
          per_page: toInteger(pagination?.page_size) ?? entries.length,
          total_pages: totalPages,
          total_results: toInteger(pagination?.object_count) ?? 0,
        },
      },
      lists.counted(),
    )
  },
})

const toPageAddress = (page: Page, { path, search }: SearchQuery): string =>
  `${new URL(page.url).origin}${path}${search}`

// The page's state and the site's own search answer hold the same object under different names.
function readEvents(page: Page): { events: JsonObject | null; form: string } {
  const answer = /^\s*\{/.test(page.body.slice(0, 100)) ? parseJson(page.body) : undefined
  const answered = asObject(at(answer, 'events'))
  const events =
    answered ?? asObject(at(assignedState(page.body, '__SERVER_DATA__'), 'search_data', 'events'))
  return {
    events: Array.isArray(events?.results) ? events : null,
    form: answered ? 'json' : 'server-data',
  }
}
