// The pretend search engine: one address for searches, whose answer comes in one of five layouts. It knows nothing of
// the readers beside it.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { createOperatorSearch } from '../../sandbox/operator-search.ts'
import { secondEnginePage, thirdEnginePage } from './other-engines.ts'
import { type Answer, classicPage, currentPage, metasearchAnswer } from './pages.ts'
import { webDocument, webKeys } from './web.ts'

const find = createOperatorSearch(webKeys, webDocument)

/** The layout goes by the length of the query: every query has one, and a tester can choose. */
const layouts: Readonly<Record<number, (answer: Answer) => string>> = {
  3: classicPage,
  5: secondEnginePage,
  7: thirdEnginePage,
}

export const sandbox: SandboxSite = ({ url }): SiteResponse => {
  if (url.pathname !== '/search') return missing()
  const query = url.searchParams.get('q')?.trim() ?? ''
  if (query === '') return missing()
  const skip = whole(url.searchParams.get('start'), 0, 1_000_000)
  const limit = whole(url.searchParams.get('num'), 10, 100)
  const all = find(query)
  const answer = {
    query,
    skip,
    limit,
    total: all.length,
    documents: all.slice(skip, skip + limit).map(webDocument),
  }
  const kind = [...query].length % 11
  if (kind === 9) return { contentType: 'application/json; charset=utf-8', body: metasearchAnswer(answer) }
  return { body: (layouts[kind] ?? currentPage)(answer) }
}

function whole(text: string | null, otherwise: number, most: number): number {
  const number = Number(text ?? otherwise)
  return Number.isInteger(number) && number >= 0 ? Math.min(number, most) : otherwise
}

const missing = (): SiteResponse => ({
  status: 404,
  body: renderPage({
    title: 'Error 404',
    body: `<p><b>404.</b> ${escapeHtml('The requested address was not found on this server.')}</p>`,
    weightKb: 20,
    seed: 'websearch',
  }),
})
