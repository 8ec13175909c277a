// The sandbox news engine: one address for searches, answered with a news tab, a feed or the cards of another engine.
import { createOperatorSearch, createSearchEngine } from '../../sandbox/search-engine.ts'
import { slugify } from '../../sandbox/slugify.ts'
import {
  compareAge,
  listReportPlaces,
  listReports,
  type NewsResults,
  type Report,
  renderCards,
  renderFeed,
  renderNewsTab,
} from './pages.ts'

const findReports = createOperatorSearch(listReports, (build) => build())

/** A feed has no pages: it has up to this many reports. */
const feedMax = 100

export const sandbox = createSearchEngine('newssearch', ({ kind, ...search }, { url, now }) => {
  const language = url.searchParams.get('hl') ?? 'en'
  const country = url.searchParams.get('gl') ?? 'us'
  const place = readPlaceName(url.searchParams.get('uule') ?? '')
  const all = rankReports(search.query, { language, country, place })
  const reports = all.slice(search.skip, search.skip + search.limit)
  const news: NewsResults = { ...search, total: all.length, reports, language, now }
  if (kind === 5) return renderCards(news)
  if (kind === 3 || kind === 7)
    return {
      contentType: 'application/xml; charset=utf-8',
      body: renderFeed({ ...news, reports: all.slice(0, feedMax) }),
    }
  return renderNewsTab(news)
})

const rankReports = (query: string, edition: Edition): Report[] =>
  findReports(query)
    .map((build) => build())
    .map((report) => ({ report, score: scoreReport(report, edition) }))
    .sort((a, b) => b.score - a.score || compareAge(a.report, b.report))
    .map(({ report }) => report)

type Edition = { language: string; country: string; place: string | null }

/** Nearby places come first, then the edition's language, then its country's press. */
const scoreReport = (report: Report, { language, country, place }: Edition): number =>
  (place !== null && listReportPlaces(report).includes(place) ? 4 : 0) +
  (report.language === language ? 2 : 0) +
  (report.country === country ? 1 : 0)

/** The town or region at the start of an encoded location: two letters, then a few bytes, a length and the name. */
function readPlaceName(uule: string): string | null {
  const bytes = Buffer.from(uule.replace(/^\w[+ ]/, ''), 'base64url')
  const tag = bytes.indexOf(0x22)
  if (tag === -1) return null
  const name = bytes.subarray(tag + 2, tag + 2 + (bytes[tag + 1] ?? 0)).toString('utf8')
  return slugify(name.split(',')[0] ?? '') || null
}
