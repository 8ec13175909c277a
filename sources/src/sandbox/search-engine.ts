// What the sandbox search engines share: how they read a search, and how they show the text of a result.
import type { SandboxSite, SiteRequest, SiteResponse } from '@quarry/kit/source'
import { escapeHtml } from './chrome.ts'
import { splitMatches } from './operator-search.ts'
import { createSite, readCount, renderMessage, route } from './site.ts'

export type EngineSearch = {
  query: string
  skip: number
  limit: number
  /** 0 to 10, by the length of the query: it selects the layout, so every query has one and a tester can choose. */
  kind: number
}

/** An engine with one address for searches; `seed` is the name of its site. */
export const createSearchEngine = (
  seed: string,
  answer: (search: EngineSearch, request: SiteRequest) => SiteResponse | string,
): SandboxSite =>
  createSite({
    routes: [
      route('/search', (request) => {
        const query = request.url.searchParams.get('q')?.trim() ?? ''
        if (query === '') return undefined
        const skip = readCount(request.url, 'start', { otherwise: 0, min: 0, max: 1_000_000 })
        const limit = readCount(request.url, 'num', { otherwise: 10, max: 100 })
        return answer({ query, skip, limit, kind: [...query].length % 11 }, request)
      }),
    ],
    notFound: () => renderMessage({ seed, lang: 'en', weightKb: 20 }, 404, 'Address not found', 'Error 404'),
  })

export const renderSnippet = (text: string, query: string, tag: 'em' | 'b' | 'strong'): string =>
  splitMatches(text, query)
    .map((piece) => (piece.matched ? `<${tag}>${escapeHtml(piece.text)}</${tag}>` : escapeHtml(piece.text)))
    .join('')
