// Web search by an operator's own SearXNG. Its pages have no fixed size, so an offset is reached by walking from the
// first page on; a result that comes again on a later page counts once.
import { found, type Outcome, type Page, pageChanged } from '../../../contract/outcome.ts'
import { type Io, provider } from '../../../contract/provider.ts'
import { searxng, searxngUrl } from '../../../providers/searxng.ts'
import { type Result, readResults } from '../results.ts'
import { resultsPerAnswer, type SearchQuery, type SearchRecord, searchRecord } from '../search-record.ts'

// More pages than any engine behind it gives; the walk ends at the first page that brings nothing new.
const mostPages = 100

export const searxngSearch = provider<SearchQuery, SearchRecord>({
  through: searxng,
  find,
  extract: (page, query) => answer(resultsOf(page), query),
})

async function find(query: SearchQuery, { get }: Io): Promise<Outcome<SearchRecord>> {
  const known = new Map<string, Result>()
  const wanted = query.skip + resultsPerAnswer
  for (let page = 1; known.size < wanted && page <= mostPages; page += 1) {
    const before = known.size
    const url = searxngUrl({ words: query.words, page, category: 'general' })
    for (const result of resultsOf(await get(url)))
      if (!known.has(result.link)) known.set(result.link, result)
    if (known.size === before) break
  }
  return answer([...known.values()].slice(query.skip, wanted), query)
}

function resultsOf(page: Page): Result[] {
  const read = readResults(page)
  if (!read) throw pageChanged('no search results in the answer')
  return read.results
}

const answer = (results: readonly Result[], query: SearchQuery) =>
  found(searchRecord(results.slice(0, resultsPerAnswer), query), { form: 'searxng' })
