// The sandbox search engine: one address for searches, answered in one of five layouts.
import { createOperatorSearch } from '../../sandbox/operator-search.ts'
import { createSearchEngine } from '../../sandbox/search-engine.ts'
import { respondJson } from '../../sandbox/site.ts'
import {
  type Answer,
  buildMetasearchAnswer,
  renderClassicPage,
  renderCurrentPage,
  renderSecondEngine,
  renderThirdEngine,
} from './pages.ts'
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
  const answer = { query, total: all.length, documents }
  return kind === 9
    ? respondJson(buildMetasearchAnswer(answer))
    : (layouts[kind] ?? renderCurrentPage)(answer)
})
