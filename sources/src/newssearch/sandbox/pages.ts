// The three layouts of the sandbox news engine, and the reports that they show. Some articles lack a snippet, a date or
// a source, and some links of the feed are redirects that hide their target.
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { type Company, getCompany, listCompanies } from '../../sandbox/companies.ts'
import { addMinutes } from '../../sandbox/dates.ts'
import { type Article, listArticles, listArticlesAbout } from '../../sandbox/news.ts'
import { outlets, writeCompanyHeadline } from '../../sandbox/press.ts'
import { makeSentence } from '../../sandbox/prose.ts'
import { createRandom, once } from '../../sandbox/random.ts'
import { type EngineSearch, renderSnippet } from '../../sandbox/search-engine.ts'
import { slugify } from '../../sandbox/slugify.ts'

export type NewsResults = Omit<EngineSearch, 'kind'> & {
  total: number
  reports: readonly Report[]
  language: string
  now: Date
}

const own = 'https://www.newssearch.example'
const navigationMax = 10

const steps = [
  [525_600, 'year'],
  [43_200, 'month'],
  [10_080, 'week'],
  [1440, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const

function formatAge({ minutesAgo }: Report, language: string): string {
  const [size, unit] = steps.find(([minutes]) => minutesAgo >= minutes) ?? [1, 'minute']
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(minutesAgo / size), unit)
}

/** The numbers of the pages near this one, as engines offer them. */
function findNearPages({ skip, limit, total }: NewsResults): {
  current: number
  last: number
  shown: number[]
} {
  const current = Math.floor(skip / limit) + 1
  const last = Math.ceil(total / limit)
  const first = Math.max(1, current - navigationMax / 2)
  const numbers = Array.from({ length: navigationMax }, (_, index) => first + index)
  return { current, last, shown: numbers.filter((page) => page <= last) }
}

export function renderNewsTab(news: NewsResults): string {
  const { query, reports, limit } = news
  const { current, last, shown } = findNearPages(news)
  const href = (page: number) =>
    `/search?q=${encodeURIComponent(query)}&amp;tbm=nws&amp;num=${limit}&amp;start=${(page - 1) * limit}`
  const cells = shown.map((page) =>
    page === current
      ? `<td class="YyVfkd NKTSme">${page}</td>`
      : `<td class="NKTSme"><a aria-label="Page ${page}" class="fl" href="${href(page)}">${page}</a></td>`,
  )
  const next =
    current < last ? `<td><a href="${href(current + 1)}" id="pnnext"><span>Next</span></a></td>` : ''
  const results =
    reports.length > 0
      ? `<div id="rso">${reports.map((report) => renderNewsTabCard(report, news)).join('\n')}</div>`
      : `<div id="topstuff"><div class="mnr-c"><div class="med card-section"><p role="heading" aria-level="3">Your search - <em>${escapeHtml(query)}</em> - did not match any news results.</p></div></div></div>`
  return renderPage({
    title: `${query} - Search`,
    lang: news.language,
    body: `<div id="search">${results}</div><div role="navigation" id="foot"><h1>Page navigation</h1><table class="AaVjTc"><tr>${cells.join('')}${next}</tr></table></div>`,
    weightKb: 140,
    seed: 'newssearch',
  })
}

function renderNewsTabCard(report: Report, { query, language }: NewsResults): string {
  const { url, title, text, outlet } = report
  const [, , host = '', section = ''] = url.split('/')
  const snippet =
    text && `<div class="GI74Re nDgy9d" style="margin-top:8px">${renderSnippet(text, query, 'em')}</div>`
  const age = isUndated(report)
    ? ''
    : `<div class="OSrXXb rbYSKb LfVVr" style="bottom:0"><span>${formatAge(report, language)}</span></div>`
  const source = isUnsigned(report)
    ? ''
    : `<div class="MgUUmf NUnG9d"><span>${escapeHtml(outlet)}</span></div>`
  const cite = isUncited(report)
    ? ''
    : `<cite class="byrV5b" role="text">https://${host}<span role="text"> › ${escapeHtml(section)}</span></cite>`
  return `<div class="MjjYud"><div class="SoaBEf" data-news-doc-id="${report.id}"><div class="m7jPZ"><a class="WlydOe" href="${escapeHtml(url)}" ping="/url?sa=t&amp;url=${encodeURIComponent(url)}" data-ved="0ahUKE"><div class="gpjNTe"><div class="lSfe4c r5bEn"><div class="SoAPf">${source}<div class="n0jPhd ynAwRc MBeuO nDgy9d" role="heading" aria-level="3">${escapeHtml(title)}</div>${snippet}${cite}${age}</div></div></div></a></div></div></div>`
}

const readDigits = (report: Report): number => Number.parseInt(report.id.slice(-4), 16)
const isUndated = (report: Report): boolean => readDigits(report) % 29 === 3
const isUnsigned = (report: Report): boolean => readDigits(report) % 12 === 5
const isUncited = (report: Report): boolean => readDigits(report) % 7 === 2

export function renderCards(news: NewsResults): string {
  const { query, reports, language, limit } = news
  const { current, last, shown } = findNearPages(news)
  const cards = reports.map((report) => {
    const { url, title, text, outlet, minutesAgo } = report
    const age = isUndated(report)
      ? ''
      : `<span tabindex="0" aria-label="${escapeHtml(formatAge(report, language))}">${Math.max(1, Math.floor(minutesAgo / 60))}h</span>`
    const author = isUnsigned(report) ? '' : ` data-author="${escapeHtml(outlet)}"`
    const cite = isUncited(report) ? '' : `<cite>${escapeHtml(url.replace('https://', ''))}</cite>`
    return `<div class="news-card newsitem cardcommon" data-url="${escapeHtml(url)}" data-title="${escapeHtml(title)}"${author} data-id="${report.id}"><div class="news-card-body"><div class="caption"><a class="title" href="${escapeHtml(url)}">${escapeHtml(title)}</a>${text === '' ? '' : `<div class="snippet" title="${escapeHtml(text)}">${renderSnippet(text, query, 'strong')}</div>`}<div class="source set_top">${age}${cite}</div></div></div></div>`
  })
  const links = shown
    .filter((page) => page !== current)
    .map(
      (page) =>
        `<a href="/search?q=${encodeURIComponent(query)}&amp;first=${(page - 1) * limit + 1}"${page === current + 1 && page <= last ? ' rel="next"' : ''}>${page}</a>`,
    )
  return renderPage({
    title: `${query} - News`,
    lang: language,
    body: `<div id="algocore" class="main-container">${cards.length > 0 ? cards.join('\n') : `</div><div class="no_results"><h3>No news about ${escapeHtml(query)}</h3>`}</div><nav class="pages">${links.join('')}</nav>`,
    weightKb: 100,
    seed: 'newssearch second',
  })
}

export function renderFeed({ query, reports, now, language }: NewsResults): string {
  const items = reports.map((report) => renderFeedItem(report, query, now))
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><rss version="2.0"><channel><title>${escapeHtml(`"${query}" - News`)}</title><link>${escapeHtml(`${own}/search?q=${encodeURIComponent(query)}&hl=${language}`)}</link><language>${language}</language><lastBuildDate>${now.toUTCString()}</lastBuildDate><description>News</description>${items.join('')}</channel></rss>`
}

function renderFeedItem(report: Report, query: string, now: Date): string {
  const { id, url, title, text, outlet, outletSite } = report
  const kind = readDigits(report) % 5
  const link =
    kind === 0
      ? `${own}/rss/articles/${Buffer.from(id).toString('base64url')}?oc=5`
      : kind === 1
        ? `${own}/url?rct=j&sa=t&url=${encodeURIComponent(url)}&ct=ga`
        : url
  const description =
    kind === 3
      ? `<ol><li><a href="${url}" target="_blank">${escapeHtml(title)}</a>&nbsp;&nbsp;<font color="#6f6f6f">${escapeHtml(outlet)}</font></li></ol>`
      : renderSnippet(text, query, 'b')
  const source = isUnsigned(report) ? '' : `<source url="${outletSite}">${escapeHtml(outlet)}</source>`
  const date = isUndated(report)
    ? ''
    : `<pubDate>${addMinutes(now, -report.minutesAgo).toUTCString()}</pubDate>`
  return `<item><title>${escapeHtml(source === '' ? title : `${title} - ${outlet}`)}</title><link>${escapeHtml(link)}</link><guid isPermaLink="false">${id}</guid>${date}<description>${escapeHtml(description)}</description>${source}</item>`
}

/** A press article. Every company of the sandbox is named in at least one, so that its name finds news. */
export type Report = ReturnType<typeof toReport>

/** All reports, newest first; each is built when it is needed. */
export const listReports = once((): readonly (() => Report)[] => {
  const unmentioned = listCompanies().filter(({ index }) => listArticlesAbout(index).length === 0)
  return [
    ...listArticles().map((article) => () => toReport(article)),
    ...unmentioned.map((company) => () => buildPortrait(company)),
  ]
    .map((build) => ({ build, report: build() }))
    .sort((a, b) => compareAge(a.report, b.report))
    .map(({ build }) => build)
})

/** The newest first. */
export const compareAge = (a: Report, b: Report): number =>
  a.minutesAgo - b.minutesAgo || (a.id < b.id ? -1 : 1)

const toReport = ({ outlet, ...article }: Article) => ({
  id: article.uuid,
  url: `https://${outlet.domain}${article.path}`,
  title: article.title,
  /** Empty if the engine shows no snippet. */
  text: article.snippet === article.title ? '' : article.snippet,
  outlet: outlet.name,
  outletSite: `https://${outlet.domain}`,
  language: outlet.language,
  country: outlet.country.toLowerCase(),
  minutesAgo: article.publishedMinutesAgo,
  companyIndex: article.companyIndex,
})

/** City, region and country of the company it is about, as slugs. */
export function listReportPlaces({ companyIndex }: Report): readonly string[] {
  if (companyIndex === null) return []
  const { city, region, country } = getCompany(companyIndex).headquarters
  return [city, region, country].map(slugify)
}

function buildPortrait(company: Company): Report {
  const random = createRandom('portrait', company.index)
  const outlet = random.pick(outlets)
  const uuid = random.uuid()
  return toReport({
    uuid,
    title: writeCompanyHeadline(company, outlet.language, random),
    snippet: makeSentence(random, outlet.language),
    outlet,
    publishedMinutesAgo: random.int(60, 300 * 24 * 60),
    companyIndex: company.index,
    path: `/portraits/${company.slug}-${uuid.slice(0, 8)}`,
  })
}
