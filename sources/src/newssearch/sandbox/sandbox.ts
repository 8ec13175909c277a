// The pretend news engine: one address for searches, whose answer is a news tab, a feed or another engine's cards. It
// knows nothing of the readers beside it.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { renderPage } from '../../sandbox/chrome.ts'
import { createOperatorSearch } from '../../sandbox/operator-search.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { type Answer, cardsPage, feedAnswer, newsTabPage } from './pages.ts'
import { byAge, placesOf, type Report, reportKeys, reportOf } from './press.ts'

const find = createOperatorSearch(reportKeys, reportOf)

/** A feed has no pages: it comes whole, up to this many. */
const feedMax = 100

export const sandbox: SandboxSite = ({ url, now }): SiteResponse => {
  const asked = url.searchParams
  const query = asked.get('q')?.trim() ?? ''
  if (url.pathname !== '/search' || query === '') return missing()
  const edition = {
    language: asked.get('hl') ?? 'en',
    country: asked.get('gl') ?? 'us',
    place: placeIn(asked.get('uule') ?? ''),
  }
  const all = find(query)
    .map(reportOf)
    .map((report) => ({ report, standing: standingOf(report, edition) }))
    .sort((a, b) => b.standing - a.standing || byAge(a.report, b.report))
    .map(({ report }) => report)
  const limit = whole(asked.get('num'), 10, 100) || 10
  const skip = whole(asked.get('start'), 0, 1_000_000)
  const answer: Answer = {
    query,
    skip,
    limit,
    total: all.length,
    reports: all.slice(skip, skip + limit),
    language: edition.language,
    now,
  }
  // The form goes by the length of the query: every query has one, and a tester can choose.
  const kind = [...query].length % 11
  if (kind === 5) return { body: cardsPage(answer) }
  if (kind === 3 || kind === 7)
    return {
      contentType: 'application/xml; charset=utf-8',
      body: feedAnswer({ ...answer, reports: all.slice(0, feedMax) }),
    }
  return { body: newsTabPage(answer) }
}

type Edition = { language: string; country: string; place: string | null }

/** What is near comes first, then the edition's language, then its country's press. */
const standingOf = (report: Report, { language, country, place }: Edition): number =>
  (place !== null && placesOf(report).includes(place) ? 4 : 0) +
  (report.language === language ? 2 : 0) +
  (report.country === country ? 1 : 0)

/** The town or region at the start of an encoded location: two letters, then a few bytes, a length and the name. */
function placeIn(uule: string): string | null {
  const bytes = Buffer.from(uule.replace(/^\w[+ ]/, ''), 'base64url')
  const tag = bytes.indexOf(0x22)
  if (tag === -1) return null
  const name = bytes.subarray(tag + 2, tag + 2 + (bytes[tag + 1] ?? 0)).toString('utf8')
  return slugify(name.split(',')[0] ?? '') || null
}

function whole(text: string | null, otherwise: number, most: number): number {
  const number = Number(text ?? otherwise)
  return Number.isInteger(number) && number >= 0 ? Math.min(number, most) : otherwise
}

const missing = (): SiteResponse => ({
  status: 404,
  body: renderPage({
    title: 'Error 404',
    body: '<p><b>404.</b> The requested address was not found on this server.</p>',
    weightKb: 20,
    seed: 'newssearch',
  }),
})
