// The reports that the sandbox news engine knows: all press articles, and at least one report about every company, so
// that every company of another sandbox site has news here.
import { type Company, getCompany, listCompanies } from '../../sandbox/companies.ts'
import { writeCompanyHeadline } from '../../sandbox/headlines.ts'
import { type Article, listArticles, listArticlesAbout } from '../../sandbox/news.ts'
import { once } from '../../sandbox/once.ts'
import { outlets } from '../../sandbox/outlets.ts'
import { makeSentence } from '../../sandbox/prose.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'

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
  /** Empty where the engine shows no snippet. */
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
