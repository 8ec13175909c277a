// Builds a sandbox site from its routes, so that a site is mostly its data.
import type { SandboxSite, SiteRequest, SiteResponse } from '@quarry/kit/source'
import { escapeHtml, type HtmlPage, renderPage } from './chrome.ts'

/** What all pages of a site share: language, filler and default weight. A page spreads it and may override a part. */
export type SiteLook = Required<Pick<HtmlPage, 'seed' | 'lang' | 'weightKb'>>

type Handler = (request: SiteRequest, ...groups: string[]) => SiteResponse | string | undefined

/**
 * A path, or a pattern for paths. The handler gets the request and the decoded groups of the pattern, with '' for a
 * group that matched nothing. It returns an HTML page, another response, or undefined for the not-found page.
 */
export const route = (path: string | RegExp, handle: Handler) => ({ path, handle })

type SiteDescription = { routes: readonly ReturnType<typeof route>[]; notFound: () => SiteResponse }

/**
 * Answers with the first route that matches, else with `notFound`.
 *
 * @example
 * const siteLook: SiteLook = { seed: 'lanterns', lang: 'en', weightKb: 60 }
 * const ids: IdRange = { count: 2000, first: 70_001, step: 17 }
 *
 * export const sandbox = createSite({
 *   routes: [
 *     route('/api/search', ({ url }) => respondJson(searchLanterns(url.searchParams.get('q') ?? ''))),
 *     route(/^\/lanterns\/(?:[^/]*-)?(\d+)$/, (_, id) => {
 *       const lantern = findById(ids, id, makeLantern)
 *       return lantern && renderPage({ ...siteLook, title: lantern.name, body: renderLantern(lantern) })
 *     }),
 *     route('/old', () => redirect('/lanterns/1')),
 *   ],
 *   notFound: () => renderMessage(siteLook, 404, 'This lantern does not exist'),
 * })
 */
export function createSite({ routes, notFound }: SiteDescription): SandboxSite {
  return (request) => {
    const { pathname } = request.url
    for (const { path, handle } of routes) {
      const match = typeof path === 'string' ? path === pathname && [] : path.exec(pathname)
      if (!match) continue
      const response = handle(request, ...match.slice(1).map(decodeSegment)) ?? notFound()
      return typeof response === 'string' ? { body: response } : response
    }
    return notFound()
  }
}

/** Decodes a group of a path. A malformed escape stays as it is, because no subject has such a name. */
function decodeSegment(segment: string | undefined = ''): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const respondJson = (data: unknown, status = 200): SiteResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(data),
})

export const redirect = (location: string, status: 301 | 302 = 301): SiteResponse => ({
  status,
  headers: { location },
  body: '',
})

/** A page with a message only: not found, removed, moved. */
export const renderMessage = (
  look: SiteLook,
  status: number,
  message: string,
  title = message,
): SiteResponse => ({
  status,
  body: renderPage({ ...look, title, body: `<h1>${escapeHtml(message)}</h1>` }),
})

/** A whole number from the query string, at most `max`; `otherwise` if it is missing, no number or below `min`. */
export function readCount(
  { searchParams }: URL,
  name: string,
  { otherwise, min = 1, max = Number.MAX_SAFE_INTEGER }: { otherwise: number; min?: number; max?: number },
): number {
  const count = Number(searchParams.get(name) ?? otherwise)
  return Number.isInteger(count) && count >= min ? Math.min(count, max) : otherwise
}
