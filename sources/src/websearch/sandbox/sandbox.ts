// The sandbox search engine: one address for searches, answered in one of five layouts.
import { createOperatorSearch } from '../../sandbox/operator-search.ts'
import { createSearchEngine } from '../../sandbox/search-engine.ts'
import { renderSecondEngine, renderThirdEngine } from './other-engines.ts'
import { type Answer, buildMetasearchAnswer, renderClassicPage, renderCurrentPage } from './pages.ts'
import { listDocuments } from './web.ts'

const findDocuments = createOperatorSearch(listDocuments, (build) => build())

const layouts: Readonly<Record<number, (answer: Answer) => string>> = {
  3: renderClassicPage,
  5: renderSecondEngine,
  7: renderThirdEngine,
}

export const sandbox = createSearchEngine('websearch', ({ query, skip, limit, kind }) => {
  const all = findDocuments(query)
  const documents = all.slice(skip, skip + limit).map((build) => build())
  const answer = { query, skip, limit, total: all.length, documents }
  if (kind === 9)
    return { contentType: 'application/json; charset=utf-8', body: buildMetasearchAnswer(answer) }
  return (layouts[kind] ?? renderCurrentPage)(answer)
})
