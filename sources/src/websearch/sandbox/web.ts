// The documents that the sandbox search engine knows: sites and profiles of the sandbox companies, press articles and
// conferences, so that results agree with the other sandbox sites.
import { type Company, listCompanies } from '../../sandbox/companies.ts'
import { type Conference, listConferences } from '../../sandbox/conferences.ts'
import { type Article, listArticles } from '../../sandbox/news.ts'
import { once } from '../../sandbox/once.ts'
import { makeSentence } from '../../sandbox/prose.ts'
import { createRandom } from '../../sandbox/random.ts'

export type WebDocument = {
  url: string
  title: string
  /** Empty where the engine shows no snippet. */
  text: string
  site: string
  /** Age of the page; null if it shows none. */
  minutesAgo: number | null
}

const careersEvery = 4
const articleCount = 1500
const textChars = 170

/** Everything the engine knows, in a fixed order; documents are built when they are needed. */
export const listDocuments = once((): readonly (() => WebDocument)[] => [
  ...listCompanies().flatMap((company) => [
    () => buildHome(company),
    ...(company.website !== null && company.index % careersEvery === 0 ? [() => buildCareers(company)] : []),
  ]),
  ...listConferences().map((conference) => () => buildConference(conference)),
  ...listArticles()
    .slice(0, articleCount)
    .map((article) => () => buildArticle(article)),
])

const buildConference = (conference: Conference): WebDocument =>
  buildUndated(
    `https://www.startupdb.example/event/${conference.permalink}`,
    `${conference.name}: programme and speakers`,
    `${conference.place.city}, ${conference.place.country}. ${conference.shortDescription}`,
    'Startup database',
  )

const buildArticle = (article: Article): WebDocument => ({
  url: `https://${article.outlet.domain}${article.path}`,
  title: `${article.title} - ${article.outlet.name}`,
  text: cutText(article.snippet),
  site: article.outlet.name,
  minutesAgo: article.publishedMinutesAgo,
})

/** The engine knows and shows only the start of a text. */
const cutText = (text: string): string =>
  text.length <= textChars
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', textChars)).replace(/[,.;:]$/, '')}\u00a0...`

const buildUndated = (url: string, title: string, text: string, site: string): WebDocument => ({
  url,
  title,
  text: cutText(text),
  site,
  minutesAgo: null,
})

/** A company without a website is found by its profile. */
function buildHome(company: Company): WebDocument {
  const { name, slug, industry, website, headquarters, specialities } = company
  const specialityText = specialities.length > 0 ? `${specialities.join(', ')}. ` : ''
  if (website === null)
    return buildUndated(
      `https://www.socialnet.example/company/${slug}`,
      `${name} | ${industry}`,
      `${name}, ${headquarters.city}. ${specialityText}`.trim(),
      'Professional network',
    )
  return buildUndated(
    `${website}/`,
    company.tagline ? `${name} – ${company.tagline}` : name,
    company.description === null ? '' : `${specialityText}${company.description}`,
    name,
  )
}

const buildCareers = ({ index, name, website, headquarters }: Company): WebDocument =>
  buildUndated(
    `${website}/careers`,
    `Careers at ${name}`,
    `Join ${name} in ${headquarters.city}. ${makeSentence(createRandom('careers', index))}`,
    name,
  )
