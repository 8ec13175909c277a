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

export type Report = {
  id: string
  url: string
  title: string
  /** Empty where the engine shows no snippet. */
  text: string
  outlet: string
  outletSite: string
  language: string
  country: string
  minutesAgo: number
  companyIndex: number | null
}

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

function toReport(article: Article): Report {
  return {
    id: article.uuid,
    url: `https://${article.outlet.domain}${article.path}`,
    title: article.title,
    text: article.snippet === article.title ? '' : article.snippet,
    outlet: article.outlet.name,
    outletSite: `https://${article.outlet.domain}`,
    language: article.language,
    country: article.country.toLowerCase(),
    minutesAgo: article.publishedMinutesAgo,
    companyIndex: article.companyIndex,
  }
}

/** City, region and country of the company it is about, as slugs. */
export function listReportPlaces({ companyIndex }: Report): readonly string[] {
  if (companyIndex === null) return []
  const { city, region, country } = getCompany(companyIndex).headquarters
  return [city, region, country].map(slugify)
}

function buildPortrait(company: Company): Report {
  const random = createRandom('portrait', company.index)
  const outlet = random.pick(outlets)
  const id = random.uuid()
  return {
    id,
    url: `https://${outlet.domain}/portraits/${company.slug}-${id.slice(0, 8)}`,
    title: writeCompanyHeadline(company, outlet.language, random),
    text: makeSentence(random, outlet.language),
    outlet: outlet.name,
    outletSite: `https://${outlet.domain}`,
    language: outlet.language,
    country: outlet.country.toLowerCase(),
    minutesAgo: random.int(60, 300 * 24 * 60),
    companyIndex: company.index,
  }
}
