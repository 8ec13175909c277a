// The sandbox search engine: one address for searches, answered in one of five layouts.
import { createOperatorSearch } from '../../sandbox/operator-search.ts'
import { createSite, readCount, renderMessage } from '../../sandbox/site.ts'
import { renderSecondEngine, renderThirdEngine } from './other-engines.ts'
import { type Answer, buildMetasearchAnswer, renderClassicPage, renderCurrentPage } from './pages.ts'
import { buildDocument, listWebKeys } from './web.ts'

const findKeys = createOperatorSearch(listWebKeys, buildDocument)

/** The length of the query selects the layout: every query has one, and a tester can choose. */
const layouts: Readonly<Record<number, (answer: Answer) => string>> = {
  3: renderClassicPage,
  5: renderSecondEngine,
  7: renderThirdEngine,
}

export const sandbox = createSite({
  routes: [
    [
      '/search',
      ({ url }) => {
        const query = url.searchParams.get('q')?.trim() ?? ''
        if (query === '') return undefined
        const skip = readCount(url, 'start', { otherwise: 0, min: 0, max: 1_000_000 })
        const limit = readCount(url, 'num', { otherwise: 10, max: 100 })
        const keys = findKeys(query)
        const documents = keys.slice(skip, skip + limit).map(buildDocument)
        const answer = { query, skip, limit, total: keys.length, documents }
        const kind = [...query].length % 11
        if (kind === 9)
          return { contentType: 'application/json; charset=utf-8', body: buildMetasearchAnswer(answer) }
        return (layouts[kind] ?? renderCurrentPage)(answer)
      },
    ],
  ],
  notFound: () =>
    renderMessage(
      { seed: 'websearch', lang: 'en', weightKb: 20 },
      404,
      'The requested address was not found on this server.',
      'Error 404',
    ),
})
